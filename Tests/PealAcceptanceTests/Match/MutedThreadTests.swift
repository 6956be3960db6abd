import Testing

@Suite("S1 match: a muted conversation is one row with a count, and no badge")
struct MutedThreadTests {
    private static func run(_ body: @escaping @Sendable (Backend, SignedInUser, _ mute: String) async throws -> Void)
        async throws
    {
        try await withSandbox(at: MatchFixture.noon) { sandbox in
            let match = sandbox.backend("match")
            let sol = try await match.user("sol")
            _ = try await sol.phone()
            let mute = try await sol.mute(["scope": "thread", "id": "conversation/c1", "for": nil])
            try await body(match, sol, try #require(mute["id"].string))
        }
    }

    private static func messages(_ count: Int, in conversation: String, _ match: Backend) async throws {
        for _ in 0..<count { try await match.trigger(MatchFixture.message(to: "sol", in: conversation)) }
    }

    private static func list(_ user: SignedInUser, _ query: String = "") async throws -> JSON {
        try await user.api.get("/api/v1/notifications\(query)")
    }

    @Test("US-003: twelve messages are one row with the count of twelve, and the badge is 0")
    func collapsed() async throws {
        try await Self.run { match, sol, _ in
            try await Self.messages(12, in: "c1", match)
            let list = try await Self.list(sol)
            #expect(list["items"].items.count == 1 && list["items"][0]["count"].int == 12)
            #expect(list["badge"]["count"].int == 0 && list["unseenCount"].int == 0 && list["unreadCount"].int == 12)
            try await Self.messages(2, in: "c2", match)
            let both = try await Self.list(sol)
            #expect(
                both["items"].items.compactMap { $0["thread"].string } == [
                    "conversation/c2", "conversation/c2", "conversation/c1",
                ]
            )
            #expect(both["items"].items.map { $0["count"].int } == [nil, nil, 12])
            #expect(both["badge"]["count"].int == 2)
            #expect(try await Self.list(sol, "?thread=conversation/c1")["items"].items.count == 12)
            #expect(try await Self.list(sol, "?status=unread&limit=2")["items"].items.count == 2)
            let cursor = try #require(try await Self.list(sol, "?limit=2")["nextCursor"].string)
            #expect(
                try await Self.list(sol, "?limit=2&cursor=\(cursor)")["items"].items.map { $0["count"].int } == [12]
            )
        }
    }

    @Test("reading or deleting the row does so with all that it stands for", arguments: ["read", "delete"])
    func marked(_ act: String) async throws {
        try await Self.run { match, sol, _ in
            try await Self.messages(3, in: "c1", match)
            let id = try #require(try await Self.list(sol)["items"][0]["id"].string)
            switch act {
            case "read": _ = try await sol.api.post("/api/v1/notifications/\(id)/read")
            default: _ = try await sol.api.delete("/api/v1/notifications/\(id)")
            }
            #expect(try await sol.unreadCount() == 0)
            let left = try await Self.list(sol)["items"].items
            #expect(left.count == (act == "read" ? 1 : 0) && left.allSatisfy { $0["count"].isNull })
        }
    }

    @Test("without the mute each message has its row again, and new ones count")
    func unmuted() async throws {
        try await Self.run { match, sol, mute in
            try await Self.messages(3, in: "c1", match)
            _ = try await sol.api.delete("/api/v1/users/me/mutes/\(mute)")
            try await Self.messages(1, in: "c1", match)
            let list = try await Self.list(sol)
            #expect(list["items"].items.count == 4 && list["items"].items.allSatisfy { $0["count"].isNull })
            #expect(list["badge"]["count"].int == 1)
        }
    }

    @Test("an app that does not say so keeps a row and a number for each")
    func others() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let ann = try await gss.user("ann")
            for _ in 0..<2 {
                try await gss.trigger(["type": "kudos", "to": ["users": ["ann"]], "data": GSSKind.kudos])
            }
            let thread = try #require(try await ann.inbox().first?["thread"].string)
            try await ann.mute(["scope": "thread", "id": "\(thread)", "for": nil])
            try await gss.trigger(["type": "kudos", "to": ["users": ["ann"]], "data": GSSKind.kudos])
            let list = try await ann.api.get("/api/v1/notifications")
            #expect(list["items"].items.count == 3 && list["badge"]["count"].int == 3)
        }
    }
}
