import Testing

@Suite("Operator: opt-outs by category (R167)")
struct OptOutTests {
    private static let kudos = #"peal_category_opted_out{app="gss",category="kudos"}"#

    @Test("R167: what users switch off is counted by category, beside how many users there are")
    func rate() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let before = Int(try await sandbox.metric(#"peal_users{app="gss"}"#) ?? "0") ?? 0
            var users: [SignedInUser] = []
            for name in ["a", "b", "c", "d"] { users.append(try await gss.user("tired-\(name)")) }
            #expect(try await sandbox.metric(#"peal_users{app="gss"}"#) == "\(before + 4)")

            for user in users.prefix(3) { try await user.setCategory("kudos", enabled: false) }
            _ = try await users[3].api.patch(
                "/api/v1/users/me/notification-preferences/category/kudos",
                ["channels": ["push": false]]
            )
            try await users[0].setCategory("kudos", enabled: false)
            #expect(try await sandbox.metric(Self.kudos) == "4")
            try await users[0].setCategory("kudos", enabled: true)
            #expect(try await sandbox.metric(Self.kudos) == "3")
            #expect(try await sandbox.metric(#"peal_category_opted_out{app="gss",category="streak-risk"}"#) == nil)
        }
    }

    @Test("R167: a user who is erased is no longer counted")
    func erased() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let anna = try await gss.user("tired")
            try await anna.setCategory("kudos", enabled: false)
            let users = try await sandbox.metric(#"peal_users{app="gss"}"#)
            _ = try await gss.api.delete("/api/v1/users/tired")
            #expect(try await sandbox.metric(Self.kudos) == "0")
            #expect(
                try await sandbox.metric(#"peal_users{app="gss"}"#) == users.flatMap { Int($0) }.map { "\($0 - 1)" }
            )
        }
    }
}
