import Testing

@Suite("Contract: a user who was erased and put again", .serialized)
struct PutAgainTests {
    private static func status(_ api: APICaller) async throws -> Int {
        try await api.send("GET", "/api/v1/users/me/notification-preferences").status
    }

    @Test(
        "no token from before the erasure works again, however long it was to live; newer ones do",
        arguments: ["PT1H", "P1D", "P30D", "P400D", "P3000D"]
    )
    func tokens(_ life: String) async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let old = try await gss.user("ana", signedInFor: life)
            let other = try await gss.user("ben", signedInFor: life)
            #expect(try await Self.status(old.api) == 200)
            try await sandbox.advance("PT1M")
            _ = try await gss.api.delete("/api/v1/users/ana")
            #expect(try await Self.status(old.api) == 401)
            try await sandbox.advance("PT1M")
            let new = try await gss.user("ana", signedInFor: life)
            #expect(try await Self.status(old.api) == 401)
            #expect(try await Self.status(new.api) == 200)
            #expect(try await Self.status(other.api) == 200, "nobody else is concerned")
            // Changes of the new account, and bulk, bring nothing back.
            _ = try await gss.api.patch("/api/v1/users/ana", ["name": "Ana"])
            _ = try await gss.api.post("/api/v1/users/bulk", ["users": [["id": "ana", "locale": "de"]]])
            #expect(try await Self.status(old.api) == 401)
            try await sandbox.advance("PT30M")
            #expect(try await Self.status(old.api) == 401)
            #expect(try await Self.status(new.api) == 200)
        }
    }

    @Test("nor does anything that was made of such a token: pages, tickets, live connections, keys and actions")
    func derived() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let old = try await gss.user("ana")
            let phone = try await old.phone()
            func ticket(_ caller: APICaller, _ path: String) async throws -> String {
                try #require(
                    try await caller.send("POST", path, ["page": "preferences"]).expecting(201)["ticket"].string
                )
            }
            let byUser = try await ticket(old.api, "/api/v1/users/me/page-tickets")
            let byBackend = try await ticket(gss.api, "/api/v1/users/ana/page-tickets")
            let open = try await ticket(old.api, "/api/v1/users/me/page-tickets")
            let session = try await sandbox.anyone.send("POST", "/api/v1/pages/session", ["ticket": "\(open)"])
            let page = APICaller(url: sandbox.url, credential: try session.expecting(200)["token"].string)
            #expect(try await Self.status(page) == 200)
            let live = try await old.api.send("POST", "/api/v1/realtime/ticket")
            let liveTicket = try #require(live.json["ticket"].string)
            try await sandbox.advance("PT1S")
            _ = try await gss.api.delete("/api/v1/users/ana")
            try await sandbox.advance("PT1S")
            let new = try await gss.user("ana")
            #expect(try await Self.status(new.api) == 200)
            #expect(try await Self.status(page) == 401)
            for ticket in [byUser, byBackend] {
                let reply = try await sandbox.anyone.send("POST", "/api/v1/pages/session", ["ticket": "\(ticket)"])
                #expect(reply.status == 401, "\(reply)")
            }
            #expect(try await sandbox.anyone.send("GET", "/api/v1/stream?ticket=\(liveTicket)").status == 401)
            let key = try #require(phone.key)
            let device = APICaller(url: sandbox.url, credential: nil)
            let synced = try await device.send(
                "POST",
                "/api/v1/users/me/devices/\(phone.device)/sync",
                ["state": "background", "shown": []],
                headers: [("authorization", "Peal-Device \(phone.device):\(key)")]
            )
            #expect(synced.status == 401, "\(synced)")
        }
    }

    @Test("what is kept of it names nobody, and ends when no token can be that old")
    func ends() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            _ = try await gss.user("canary-erased-once")
            _ = try await gss.api.delete("/api/v1/users/canary-erased-once")
            try await sandbox.advance("PT1S")
            #expect(try sandbox.filesContaining("canary-erased-once").isEmpty)
        }
    }
}
