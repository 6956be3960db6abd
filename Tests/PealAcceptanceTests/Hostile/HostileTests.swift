import Testing

@Suite("Hostile requests", .serialized, .sharedSandbox(HostileFixture.prepare))
struct HostileTests {
    static let requests: [HostileRequest] =
        HostileRequest.transport + HostileRequest.callers + HostileRequest.drafts + HostileRequest.directory
        + HostileRequest.users

    @Test("is refused as the contract says, and nothing is stored", arguments: requests)
    func refused(_ request: HostileRequest) async throws {
        let fixture = try await HostileFixture(try SharedSandbox.sandbox)
        let before = try await fixture.state()
        let reply = try await fixture.send(request)
        #expect(reply.status == request.status, "\(reply)")
        #expect(reply.code == request.code, "\(reply)")
        #expect(reply["content-type"] == "application/problem+json", "\(reply)")
        #expect(reply.json["status"].int == request.status)
        #expect(reply.json["title"].string?.isEmpty == false)
        #expect(reply.json["detail"].string?.isEmpty == false, "\(reply)")
        #expect(reply.json["type"].string?.hasSuffix(request.code) == true)
        #expect(reply.json["requestId"].string == reply["x-request-id"])
        if let pointers = request.pointers { #expect(Set(reply.pointers) == Set(pointers), "\(reply)") }
        if request.status == 405 { #expect(reply["allow"]?.isEmpty == false, "\(reply)") }
        if request.status == 401 { #expect(reply["www-authenticate"] != nil) }

        #expect(try await fixture.state() == before)
        for ghost in ["/users/ghost", "/entities/event/ghost"] {
            #expect(try await fixture.sandbox.backend("gss").api.send("GET", "/api/v1\(ghost)").status == 404)
        }
    }

    @Test("there are at least sixty, each with a name of its own")
    func table() {
        #expect(Self.requests.count >= 60)
        #expect(Set(Self.requests.map(\.name)).count == Self.requests.count)
    }

    @Test("an unknown member from a newer client is passed over, not refused")
    func lenientWithUsers() async throws {
        let fixture = try await HostileFixture(try SharedSandbox.sandbox)
        let anna = APICaller(url: fixture.sandbox.url, credential: fixture.malloryToken)
        let reply = try await anna.send(
            "PUT",
            "/api/v1/users/me/notification-preferences",
            ["theme": "dark", "categories": ["future": ["enabled": false]]]
        )
        #expect(reply.status == 200, "\(reply)")
    }
}

@Suite("Hostile requests in time")
struct ExpiredTokenTests {
    @Test("a token works until it expires, and not a second longer")
    func expired() async throws {
        try await withSandbox(at: MatchFixture.noon) { sandbox in
            let token = try await sandbox.token("gss", "anna", expiresIn: "PT10M")
            let anna = APICaller(url: sandbox.url, credential: token)
            #expect(try await anna.send("GET", "/api/v1/users/me/devices").status == 200)
            try await sandbox.advance("PT9M59S")
            #expect(try await anna.send("GET", "/api/v1/users/me/devices").status == 200)
            try await sandbox.advance("PT1S")
            let reply = try await anna.send("GET", "/api/v1/users/me/devices")
            #expect(reply.status == 401)
            #expect(reply.code == "unauthenticated")
        }
    }
}
