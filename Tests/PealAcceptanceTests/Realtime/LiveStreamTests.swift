import Testing

/// The stream of a user as a client over HTTP sees it.
@Suite("Real time", .sharedSandbox())
struct LiveStreamTests {
    private var match: Backend { get throws { try SharedSandbox.sandbox.backend("match") } }

    @Test("R145, R172: what happens to a user's inbox arrives as the inbox has it, with the badge")
    func follows() async throws {
        let anna = try await match.user("anna")
        var stream = try await LiveStream.open(anna.api)
        #expect(try await stream.next("badge.changed").data["count"].int == 0)
        try await match.trigger(MatchFixture.message(to: "anna"))
        let created = try await stream.next("notification.created")
        let item = try #require(try await anna.inbox().first)
        #expect(created.data["id"] == item["id"] && created.data["title"] == item["title"])
        #expect(created.data["body"] == item["body"] && created.data["data"] == item["data"])
        #expect(created.message["channel"].string == "inbox" && created.message["cursor"].string == created.id)
        let badge = try await stream.next("badge.changed")
        #expect(badge.data["count"].int == 1 && badge.data["unreadCount"].int == 1)
        let id = try #require(item["id"].string)
        _ = try await anna.api.post("/api/v1/notifications/\(id)/read")
        let read = try await stream.next("notification.changed")
        #expect(read.data["id"].string == id && read.data["readAt"].string != nil)
        #expect(try await stream.next("badge.changed").data["count"].int == 0)
        _ = try await anna.api.delete("/api/v1/notifications/\(id)")
        let removed = try await stream.next("notification.changed")
        #expect(removed.data["id"].string == id && removed.data["removed"].bool == true)
    }

    @Test("preferences and mutes arrive as they are read")
    func preferences() async throws {
        let ben = try await match.user("ben")
        var stream = try await LiveStream.open(ben.api)
        _ = try await stream.next("badge.changed")
        try await ben.mute(["scope": "all", "for": "PT1H"])
        let changed = try await stream.next("preferences.changed")
        #expect(changed.data["mutes"].items.count == 1)
        #expect(changed.data["version"] == (try await ben.preferences())["version"])
    }

    @Test("whoever comes back receives exactly what was missed, and nothing of others")
    func resume() async throws {
        let carl = try await match.user("carl")
        var stream = try await LiveStream.open(carl.api)
        _ = try await stream.next("badge.changed")
        try await match.trigger(MatchFixture.message(to: "carl", in: "r1"))
        let first = try await stream.next("notification.created")
        _ = try await match.user("dora")
        for conversation in ["r2", "r3"] {
            try await match.trigger(MatchFixture.message(to: "carl", in: conversation))
            try await match.trigger(MatchFixture.message(to: "dora", in: conversation))
        }
        var again = try await LiveStream.open(carl.api, since: first.id)
        var entities: [String] = []
        while entities.count < 2 {
            let event = try #require(try await again.next())
            if event.kind == "notification.created" { entities.append(event.data["entity"].string ?? "") }
        }
        #expect(entities == ["conversation/r2", "conversation/r3"])
    }

    @Test("an unknown cursor is answered with resync", arguments: ["x", "AAAAAAAAAAAxLjA", ""])
    func unknownCursor(_ cursor: String) async throws {
        let user = try await match.user("emma")
        var stream = try await LiveStream.open(user.api, query: "channels=inbox&since=\(cursor)")
        let first = try #require(try await stream.next())
        #expect(first.kind == (cursor.isEmpty ? "badge.changed" : "resync"))
    }

    @Test("a cursor of another user's stream is as unknown as an invented one")
    func foreignCursor() async throws {
        let (fay, gus) = (try await match.user("fay"), try await match.user("gus"))
        var stream = try await LiveStream.open(fay.api)
        let cursor = try await stream.next("badge.changed").id
        var other = try await LiveStream.open(gus.api, since: cursor)
        let first = try #require(try await other.next())
        #expect(first.kind == "resync")
    }

    static let refusals: [(String, String?, Int)] = [
        ("channels=inbox", nil, 401), ("channels=inbox&ticket=rt_x", nil, 401), ("", "user", 422),
        ("channels=news", "user", 422), ("channels=inbox,event:1:eta", "user", 404),
        ("channels=inbox", "backend", 403), ("channels=inbox&channels=inbox", "user", 422),
    ]

    @Test("what cannot be followed is refused with a reason", arguments: refusals)
    func refused(_ query: String, _ caller: String?, _ status: Int) async throws {
        let user = try await match.user("hal")
        let callers = ["user": user.api, "backend": try match.api]
        let api = try caller.flatMap { callers[$0] } ?? SharedSandbox.sandbox.anyone
        let reply = try await api.send("GET", "/api/v1/stream?\(query)")
        #expect(reply.status == status, "\(reply)")
    }

    @Test("an app without an inbox has no inbox channel")
    func featureOff() async throws {
        let reports = try SharedSandbox.sandbox.backend("reports")
        let reply = try await reports.user("ida").api.send("GET", "/api/v1/stream?channels=inbox")
        #expect(reply.status == 404 && reply.code == "feature-off")
    }

    @Test("a WebSocket needs an upgrade, and HEAD opens no stream")
    func methods() async throws {
        let user = try await match.user("jan")
        #expect(try await user.api.send("GET", "/api/v1/realtime").status == 426)
        #expect(try await user.api.send("HEAD", "/api/v1/stream?channels=inbox").status == 405)
        #expect(try await SharedSandbox.sandbox.metric("peal_streams") != nil)
    }

    @Test("a ticket opens one stream of its user")
    func ticket() async throws {
        let user = try await match.user("kim")
        let anyone = try SharedSandbox.sandbox.anyone
        let ticket = try #require(try await user.api.post("/api/v1/realtime/ticket")["ticket"].string)
        var stream = try await LiveStream.open(anyone, query: "channels=inbox&ticket=\(ticket)")
        _ = try await stream.next("badge.changed")
        let again = try await anyone.send("GET", "/api/v1/stream?channels=inbox&ticket=\(ticket)")
        #expect(again.status == 401 && again.json["detail"].string?.contains("ticket") ?? false)
        #expect(try await match.api.send("POST", "/api/v1/realtime/ticket").status == 403)
    }

    @Test("the eleventh stream of a user is refused")
    func bound() async throws {
        let user = try await match.user("lea")
        var open: [LiveStream] = []
        for _ in 0..<10 { open.append(try await LiveStream.open(user.api)) }
        let reply = try await user.api.send("GET", "/api/v1/stream?channels=inbox")
        #expect(reply.status == 429 && reply.json["limit"].string == "streams" && reply["retry-after"] != nil)
        #expect(open.count == 10)
    }
}

/// Streams that the server ends.
@Suite("Real time ends")
struct LiveStreamEndTests {
    @Test("with the token, and with the user")
    func rights() async throws {
        try await withSandbox { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", signedInFor: "PT1H")
            let ben = try await match.user("ben")
            var (expired, erased) = (try await LiveStream.open(anna.api), try await LiveStream.open(ben.api))
            _ = try await expired.next()
            _ = try await erased.next()
            try await sandbox.advance("PT1H")
            #expect(try await expired.rest().isEmpty)
            #expect(expired.remarks.contains { $0.contains("token-expired") })
            _ = try await match.api.delete("/api/v1/users/ben")
            #expect(try await erased.rest().isEmpty)
            #expect(erased.remarks.contains { $0.contains("revoked") })
        }
    }

    @Test("when the server stops: each is sent when to come back")
    func restart() async throws {
        let (servers, started) = AsyncStream.makeStream(of: Sandbox.self)
        let (openings, opened) = AsyncStream.makeStream(of: Void.self)
        // The clients outlive the server.
        async let retries = Self.followUntilEnd(servers, opened)
        try await withSandbox { sandbox in
            started.yield(sandbox)
            started.finish()
            for await _ in openings {}
        }
        #expect(try await Set(retries).count == 2, "not all at the same time")
    }

    /// Two clients that follow until the server ends their streams: when each is to come back.
    private static func followUntilEnd(
        _ servers: AsyncStream<Sandbox>,
        _ opened: AsyncStream<Void>.Continuation
    ) async throws -> [String] {
        defer { opened.finish() }
        for await sandbox in servers {
            let match = sandbox.backend("match")
            var first = try await LiveStream.open(try await match.user("a").api)
            var second = try await LiveStream.open(try await match.user("b").api)
            _ = try await first.next()
            _ = try await second.next()
            opened.finish()
            #expect(try await first.rest().isEmpty)
            #expect(try await second.rest().isEmpty)
            return try [first, second].map { stream in
                #expect(stream.remarks.contains { $0.contains("restart") })
                return try #require(stream.remarks.last { $0.hasPrefix("retry ") })
            }
        }
        return []
    }
}
