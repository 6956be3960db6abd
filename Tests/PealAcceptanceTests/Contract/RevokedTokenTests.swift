import Testing

@Suite("Contract: revoked tokens")
struct RevokedTokenTests {
    @Test("a backend signs a user out everywhere; a new token works, and putting the user brings no old one back")
    func revoked() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let (ann, bob) = (try await gss.user("ann"), try await gss.user("bob"))
            func status(_ user: SignedInUser) async throws -> Int {
                try await user.api.send("GET", "/api/v1/notifications").status
            }
            #expect(try await status(ann) == 200)
            let answer = try await gss.api.delete("/api/v1/users/ann/tokens")
            #expect(answer["user"].string == "ann" && answer["tokensRevokedAt"].string != nil)
            let refused = try await ann.api.send("GET", "/api/v1/notifications")
            #expect(refused.status == 401 && refused.text.contains("revoked"))
            #expect(try await status(bob) == 200)
            _ = try await gss.api.put("/api/v1/users/ann", ["name": "Ann"])
            _ = try await gss.api.patch("/api/v1/users/ann", ["name": "Anna"])
            #expect(try await status(ann) == 401)
            try await sandbox.advance("PT1S")
            #expect(try await status(try await gss.user("ann")) == 200)
            #expect(try await status(ann) == 401)
            #expect(try await sandbox.metric(#"peal_auth_failures_total{reason="revoked"}"#) == "3")
        }
    }

    @Test("only a backend revokes, and only those of a user that there is")
    func callers() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let ann = try await gss.user("ann")
            #expect(try await ann.api.send("DELETE", "/api/v1/users/ann/tokens").status == 403)
            #expect(try await gss.api.send("DELETE", "/api/v1/users/nobody/tokens").status == 404)
        }
    }
}
