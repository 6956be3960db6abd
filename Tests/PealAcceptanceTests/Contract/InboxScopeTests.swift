import Testing

@Suite("Parts of an inbox: counts, marks and clears (R173)", .sharedSandbox())
struct InboxScopeTests {
    let match: Backend

    init() throws { match = try SharedSandbox.sandbox.backend("match") }

    /// A user with two messages of one conversation, one of another, and an offer.
    private func signedInUser(_ user: String) async throws -> SignedInUser {
        let signedIn = try await match.user(user)
        for conversation in ["\(user)-1", "\(user)-2", "\(user)-1"] {
            try await match.trigger(MatchFixture.message(to: user, in: conversation))
        }
        try await match.trigger(["type": "new-offer", "to": ["users": ["\(user)"]], "data": ["count": 3]])
        return signedIn
    }

    private func unread(_ signedIn: SignedInUser) async throws -> [String?] {
        try await signedIn.inbox("?status=unread").map { $0["thread"].string }
    }

    @Test("unread-count tells categories or threads apart, for the badges of tabs")
    func counts() async throws {
        let anna = try await signedInUser("count")
        let byCategory = try await anna.api.get("/api/v1/notifications/unread-count?by=category")
        #expect(byCategory["unreadCount"].int == 4)
        #expect(byCategory["counts"].names == ["matches", "messages"])
        #expect(byCategory["counts"]["messages"] == ["unreadCount": 3, "unseenCount": 3])
        let newest = try #require(try await anna.inbox("?thread=conversation/count-1").first?["id"].string)
        _ = try await anna.api.post("/api/v1/notifications/\(newest)/read")
        let byThread = try await anna.api.get("/api/v1/notifications/unread-count?by=thread")["counts"]
        #expect(byThread["conversation/count-1"]["unreadCount"].int == 1)
        #expect(byThread["conversation/count-2"]["unreadCount"].int == 1)
        #expect(byThread["matches"]["unreadCount"].int == 1)
        #expect(try await anna.api.get("/api/v1/notifications/unread-count")["counts"].isNull)
        #expect(try await anna.api.send("GET", "/api/v1/notifications/unread-count?by=type").status == 422)
    }

    @Test("R173: a tab's badge is cleared when its content is viewed, and the others stay")
    func viewed() async throws {
        let anna = try await signedInUser("tab")
        func unseen() async throws -> [Int?] {
            let counts = try await anna.api.get("/api/v1/notifications/unread-count?by=category")["counts"]
            return ["messages", "matches"].map { counts[$0]["unseenCount"].int }
        }
        #expect(try await unseen() == [3, 1])
        let seen = try await anna.api.post("/api/v1/notifications/seen", ["category": "messages"])
        #expect(seen["badge"]["count"].int == 1)
        #expect(try await unseen().map { $0 ?? 0 } == [0, 1])
        _ = try await anna.api.post("/api/v1/notifications/seen", ["link": "/matches"])
        #expect(try await unseen().map { $0 ?? 0 } == [0, 0])
    }

    @Test(
        "read-all marks what its filter names, and nothing else",
        arguments: [
            (#"{"category": "messages"}"#, 3), (#"{"thread": "conversation/$-2"}"#, 1),
            (#"{"entity": "conversation/$-1"}"#, 2), (#"{"link": "/matches"}"#, 1),
            (#"{"before": "2020-01-01T00:00:00Z"}"#, 0),
            (#"{"category": "messages", "thread": "matches"}"#, 0), (#"{"ids": []}"#, 0), ("{}", 4),
        ]
    )
    func read(filter: String, count: Int) async throws {
        let user = "read-\(filter.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) % 100_000 })"
        let anna = try await signedInUser(user)
        let body = try JSON(parsing: Array(filter.replacing("$", with: user).utf8))
        let answer = try await anna.api.post("/api/v1/notifications/read-all", body)
        #expect(answer["changed"].int == count)
        #expect(answer["unreadCount"].int == 4 - count)
        #expect(try await unread(anna).count == 4 - count)
    }

    @Test("seen and clear take the same filter; a clear keeps the rest")
    func seenAndClear() async throws {
        let anna = try await signedInUser("clear")
        let seen = try await anna.api.post("/api/v1/notifications/seen", ["thread": "conversation/clear-1"])
        #expect(seen["changed"].int == 2)
        #expect(seen["unseenCount"].int == 2)
        let cleared = try await anna.api.send("DELETE", "/api/v1/notifications", ["thread": "conversation/clear-1"])
        #expect(cleared.json["changed"].int == 2, "\(cleared)")
        #expect(try await anna.inbox().map { $0["thread"].string } == ["matches", "conversation/clear-2"])
        #expect(try await anna.api.send("DELETE", "/api/v1/notifications").json["changed"].int == 2)
        #expect(try await anna.inbox().isEmpty)
    }

    @Test("a clear is undone, the whole of it or a part; what was deleted one by one stays so (C28)")
    func restore() async throws {
        let anna = try await signedInUser("restore")
        let rows = try await anna.inbox()
        let deleted = try #require(rows.first?["id"].string)
        _ = try await anna.api.delete("/api/v1/notifications/\(deleted)")
        #expect(try await anna.api.send("DELETE", "/api/v1/notifications").json["changed"].int == 3)
        let path = "/api/v1/notifications/restore"
        let part = try await anna.api.post(path, ["thread": "conversation/restore-2"])
        #expect(part["changed"].int == 1)
        #expect(part["unreadCount"].int == 1)
        let answer = try await anna.api.post(path)
        #expect(answer["changed"].int == 2)
        #expect(answer["badge"]["count"].int == 3)
        #expect(try await anna.inbox() == Array(rows.dropFirst()))
        #expect(try await anna.api.post(path)["changed"].int == 0)
        #expect(try await anna.api.send("POST", path, ["thred": "x"]).pointers == ["/thred"])
        let stranger = try await match.user("restore-stranger")
        _ = try await anna.api.send("DELETE", "/api/v1/notifications")
        let ids = rows.compactMap { $0["id"].string }
        #expect(try await stranger.api.post(path, ["ids": .list(ids)])["changed"].int == 0)
        #expect(try await anna.api.post(path, ["ids": .list(ids)])["changed"].int == 3)
        _ = try await anna.api.send("DELETE", "/api/v1/notifications")
        #expect(try await match.api.post("\(path)?user=restore", ["category": "messages"])["changed"].int == 3)
    }

    @Test("several are reported as received in one call; S0's deliveredAt is when a client said so")
    func received() async throws {
        let (anna, bob) = (try await signedInUser("received-anna"), try await signedInUser("received-bob"))
        let own = try await anna.inbox().compactMap { $0["id"].string }
        let foreign = try #require(try await bob.inbox().first?["id"].string)
        let path = "/api/v1/notifications/received"
        let ids: [String] = [own[0], own[1], foreign, own[0]]
        #expect(try await anna.api.post(path, ["ids": .list(ids)])["changed"].int == 2)
        #expect(try await anna.api.post(path, ["ids": .list(ids)])["changed"].int == 0)
        #expect(try await anna.inbox().map { $0["deliveredAt"].isNull } == [false, false, true, true])
        #expect(try await anna.unreadCount() == 4)
        #expect(try await bob.inbox().allSatisfy { $0["deliveredAt"].isNull })
        #expect(try await anna.api.send("POST", path, ["ids": ["x"]]).pointers == ["/ids/0"])
        #expect(try await anna.api.send("POST", path, [:]).pointers == ["/ids"])
        #expect(try await anna.api.send("POST", path, ["id": "x"]).status == 422)
        let reports = try SharedSandbox.sandbox.backend("reports")
        let clara = try await reports.user("received-clara")
        #expect(try await clara.api.post(path, ["ids": .list(own)])["changed"].int == 0, "an app without an inbox")
    }

    @Test("those that a screen shows, by their ids (R181); another user's are ignored")
    func ids() async throws {
        let (anna, bob) = (try await signedInUser("ids-anna"), try await signedInUser("ids-bob"))
        let own = try await anna.inbox().compactMap { $0["id"].string }
        let foreign = try #require(try await bob.inbox().first?["id"].string)
        let answer = try await anna.api.post(
            "/api/v1/notifications/read-all",
            ["ids": .list([own[0], own[2], foreign, own[0]])]
        )
        #expect(answer["changed"].int == 2)
        #expect(try await anna.unreadCount() == 2)
        #expect(try await bob.unreadCount() == 4)
    }

    @Test(
        "a filter that is not understood marks nothing, whoever calls",
        arguments: [
            (#"{"categories": ["messages"]}"#, "/categories"), (#"{"thred": "x"}"#, "/thred"),
            (#"{"ids": ["x"]}"#, "/ids/0"),
            (#"{"ids": [], "thread": "x"}"#, "/ids"), (#"{"before": "yesterday"}"#, "/before"),
            (#"{"entity": "conversation"}"#, "/entity"), ("[]", ""),
        ]
    )
    func misunderstood(filter: String, pointer: String) async throws {
        let user = "wrong-\(filter.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) % 100_000 })"
        let anna = try await signedInUser(user)
        let body = try JSON(parsing: Array(filter.utf8))
        for (method, path) in [("POST", "/read-all"), ("POST", "/seen"), ("DELETE", "")] {
            let reply = try await anna.api.send(method, "/api/v1/notifications\(path)", body)
            #expect(reply.status == 422, "\(reply)")
            #expect(reply.pointers == [pointer], "\(reply)")
            let parameter = try await anna.api.send(method, "/api/v1/notifications\(path)?category=messages")
            #expect(parameter.status == 422, "\(parameter)")
        }
        #expect(try await anna.unreadCount() == 4)
        #expect(try await anna.inbox().allSatisfy { $0["seenAt"].isNull })
    }

    @Test("a backend reads and marks for a user that it names; nobody else is named")
    func backend() async throws {
        let anna = try await signedInUser("backend-anna")
        let id = try #require(try await anna.inbox().first?["id"].string)
        let path = "/api/v1/notifications"
        #expect(try await match.api.get("\(path)?user=backend-anna")["items"].items.count == 4)
        #expect(try await match.api.get("\(path)/unread-count?user=backend-anna")["unreadCount"].int == 4)
        let read = try await match.api.send("PATCH", "\(path)/\(id)/read?user=backend-anna").expecting(200)
        #expect(read["status"].string == "read")
        let all = try await match.api.post("\(path)/read-all?user=backend-anna", ["category": "messages"])
        #expect(all["changed"].int == 3)
        #expect(try await anna.unreadCount() == 0)
        #expect(try await match.api.send("DELETE", "\(path)/\(id)?user=backend-anna").status == 204)
        #expect(try await anna.inbox().count == 3)

        #expect(try await match.api.send("POST", "\(path)/\(id)/read").pointers == ["?user"])
        #expect(try await match.api.send("POST", "\(path)/\(id)/read?user=nobody").status == 404)
        #expect(try await anna.api.send("GET", "\(path)?user=somebody").status == 404)
        #expect(try await anna.api.send("GET", "\(path)?user=me").status == 200)
    }
}
