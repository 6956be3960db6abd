import Testing

@Suite(
    "S1 matching and chat: types, mutes and the inbox",
    .sharedSandbox { try await $0.setClock(MatchFixture.noon) }
)
struct MatchTypeTests {
    let sandbox: Sandbox
    let match: Backend

    init() throws {
        sandbox = try SharedSandbox.sandbox
        match = sandbox.backend("match")
    }

    @Test("Type table: priority, sound and deep link (R037, R038, R039, R040, R041, R122)", arguments: MatchKind.all)
    func typeTable(_ kind: MatchKind) async throws {
        let anna = try await match.user("table-\(kind.testDescription)")
        let phone = try await anna.phone()
        let iPhone = try await anna.phone("ios")
        try await match.trigger(kind.trigger.with("to", ["users": ["\(anna.user)"]]))
        let shown = try #require(try await phone.notifications().first)
        #expect(shown["title"].string == kind.title)
        #expect(shown["link"].string == kind.link)
        #expect(shown["sound"].string == kind.sound)
        // Chat does not wait for a sleeping phone to wake up by itself; what is low does (P9).
        let isUrgent = kind.priority != "low"
        #expect(try await phone.pushes().first?.android["priority"].string == (isUrgent ? "HIGH" : "NORMAL"))
        let apple = try #require(try await iPhone.pushes().first).message["apns"]["payload"]["aps"]
        #expect(apple["sound"].string == (kind.sound == "celebratory" ? "celebratory.caf" : kind.sound))
        #expect(try await anna.inbox().first?["priority"].string == kind.priority)
    }

    @Test(
        "Type-1: S1's words for priorities, in any case, are the ladder's (R096)",
        arguments: [("High", "high"), ("Medium", "normal"), ("medium", "normal"), ("LOW", "low")]
    )
    func priorityWords(_ word: String, _ priority: String) async throws {
        let anna = try await match.user("word-\(word)")
        try await match.trigger(MatchFixture.system(to: anna.user, priority: word))
        #expect(try await anna.inbox().first?["priority"].string == priority)
    }

    @Test("MVP-1, Res-1: text only: no buttons and no images", arguments: MatchKind.all)
    func textOnly(_ kind: MatchKind) async throws {
        let anna = try await match.user("text-\(kind.testDescription)")
        let phone = try await anna.phone()
        try await match.trigger(kind.trigger.with("to", ["users": ["\(anna.user)"]]))
        let push = try #require(try await phone.pushes().first)
        #expect(push.peal["actions"].items.isEmpty)
        #expect(!push.message.text.contains(#""image""#))
    }

    @Test("Res-2: a device shows all messages as one group, and one conversation can still be muted (R164)")
    func group() async throws {
        let anna = try await match.user("grouping")
        let phone = try await anna.phone("ios", provider: "apns")
        for conversation in ["g1", "g2"] {
            try await match.trigger(MatchFixture.message(to: "grouping", in: conversation))
        }
        let pushes = try await phone.pushes()
        #expect(pushes.map { $0.payload["aps"]["thread-id"].string } == ["messages", "messages"])
        #expect(pushes.map { $0.peal["group"].string } == ["messages", "messages"])
        #expect(pushes.map { $0.peal["thread"].string } == ["conversation/g1", "conversation/g2"])
        let rows = try await anna.inbox()
        #expect(rows.map { $0["thread"].string } == ["conversation/g2", "conversation/g1"])
        #expect(rows.map { $0["group"].string } == ["messages", "messages"])

        try await anna.mute(["scope": "thread", "id": "conversation/g1", "for": "PT1H"])
        for conversation in ["g1", "g2"] {
            try await match.trigger(MatchFixture.message(to: "grouping", in: conversation))
        }
        #expect(try await phone.pushes().count == 3)
        // A type without a group of its own is grouped by its thread.
        try await match.trigger(["type": "new-offer", "to": ["users": ["grouping"]], "data": ["count": 3]])
        #expect(try await phone.pushes().last?.peal["group"].string == "matches")
    }

    @Test("US3.2: sender and preview are shown; the sender hears nothing of their own message")
    func message() async throws {
        try await match.putEntity("conversation/both")
        let (anna, alex) = (try await match.user("m-anna"), try await match.user("m-alex"))
        let (annas, alexs) = (try await anna.phone(), try await alex.phone())
        for user in ["m-anna", "m-alex"] {
            try await match.putMember(user, of: "conversation/both", ["role": "participant"])
        }
        let event = try await match.trigger([
            "type": "message", "entity": "conversation/both", "actor": ["id": "m-alex", "kind": "user"],
            "data": ["sender": "Alex", "preview": "Are you free on Friday?"],
        ])
        let shown = try #require(try await annas.notifications().first)
        #expect(shown["title"].string == "Alex")
        #expect(shown["body"].string == "Are you free on Friday?")
        #expect(try await alexs.pushes().isEmpty)
        #expect(try await event.pushReason("m-alex") == "actor-excluded")
    }

    @Test("US3.4: a muted conversation is silent, the inbox has it, others sound; unmuting ends it (R090)")
    func muteConversation() async throws {
        let anna = try await match.user("mute-anna")
        let phone = try await anna.phone()
        let mute = try await anna.mute(["scope": "thread", "id": "conversation/loud", "for": nil])
        let event = try await match.trigger(MatchFixture.message(to: "mute-anna", in: "loud"))
        #expect(try await phone.pushes().isEmpty)
        #expect(try await anna.inbox().count == 1)
        #expect(try await event.pushReason("mute-anna") == "muted")
        try await match.trigger(MatchFixture.message(to: "mute-anna", in: "calm"))
        #expect(try await phone.notifications().count == 1)

        let id = try #require(mute["id"].string)
        _ = try await anna.api.delete("/api/v1/users/me/mutes/\(id)")
        try await match.trigger(MatchFixture.message(to: "mute-anna", in: "loud"))
        #expect(try await phone.notifications().count == 2)
    }

    @Test("US4.1, US4.2, US4.3: list with times, read one, clear all (R174, R180, R183, R237)")
    func center() async throws {
        let anna = try await match.user("list-anna")
        for _ in 0..<3 { try await match.trigger(MatchFixture.message(to: "list-anna")) }
        let list = try await anna.api.get("/api/v1/notifications")
        #expect(list["items"].items.count == 3)
        #expect(list["items"].items.allSatisfy { $0["createdAt"].string?.hasPrefix("2030-01-15T17:00:00") == true })
        let id = try #require(list["items"][0]["id"].string)
        _ = try await anna.api.post("/api/v1/notifications/\(id)/read")
        #expect(try await anna.unreadCount() == 2)
        _ = try await anna.api.delete("/api/v1/notifications")
        #expect(try await anna.inbox().isEmpty)
        #expect(try await anna.unreadCount() == 0)
    }

    @Test("Res-2: the list can be grouped by type and day (R177)")
    func grouped() async throws {
        let anna = try await match.user("group-anna")
        for _ in 0..<2 { try await match.trigger(MatchFixture.message(to: "group-anna")) }
        try await match.trigger(["type": "new-offer", "to": ["users": ["group-anna"]], "data": ["count": 1]])
        let page = try await anna.api.get("/api/v1/notifications?groupBy=type,date")
        let groups = page["groups"].items
        #expect(groups.map { $0["type"].string } == ["new-offer", "message"])
        #expect(groups.map { $0["count"].int } == [1, 2])
        #expect(groups.allSatisfy { $0["date"].string == "2030-01-15" })
    }

    @Test("US3.3: reading elsewhere marks the whole conversation read (R165)")
    func resolve() async throws {
        let anna = try await match.user("res-anna")
        try await match.trigger(MatchFixture.message(to: "res-anna", in: "r1"))
        try await match.trigger(MatchFixture.message(to: "res-anna", in: "r1"))
        try await match.trigger(MatchFixture.message(to: "res-anna", in: "r2"))
        let report = try await match.api.post(
            "/api/v1/notifications/resolve",
            ["user": "res-anna", "thread": "conversation/r1"]
        )
        #expect(report["read"].int == 2)
        #expect(try await anna.unreadCount() == 1)
    }

    @Test("US2.1: today's offers replace yesterday's on the phone (collapse)")
    func collapse() async throws {
        let anna = try await match.user("collapse-anna")
        let phone = try await anna.phone()
        for count in [3, 7] {
            try await match.trigger([
                "type": "new-offer", "to": ["users": ["collapse-anna"]],
                "data": ["count": JSON(integerLiteral: Int64(count))],
            ])
        }
        #expect(try await phone.notifications().map { $0["body"].string } == ["Offers waiting for you today: 7."])
        #expect(try await anna.inbox().count == 2)
    }

    @Test("Opening the app clears the badge: seen, not read (R169)")
    func seen() async throws {
        let anna = try await match.user("seen-anna")
        try await match.trigger(MatchFixture.message(to: "seen-anna"))
        let before = try await anna.api.get("/api/v1/notifications/unread-count")
        #expect(before["badge"]["count"].int == 1)
        _ = try await anna.api.post("/api/v1/notifications/seen")
        let after = try await anna.api.get("/api/v1/notifications/unread-count")
        #expect(after["badge"]["count"].int == 0)
        #expect(after["unreadCount"].int == 1)
        #expect(after["unseenCount"].int == 0)
    }
}
