import Testing

@Suite("S0 GSS: what buttons carry (R191, R197)", .sharedSandbox())
struct ActionTests {
    let gss: Backend

    init() throws { gss = try SharedSandbox.sandbox.backend("gss") }

    private func reminder(_ user: String) -> JSON {
        GSSKind.adjustable[0].trigger(for: user)
    }

    @Test("AC3.7, Model-Action: “Can't make it” leads to the cancellation flow, in the push and in the inbox")
    func link() async throws {
        let anna = try await gss.user("act-anna")
        let phone = try await anna.phone()
        try await gss.trigger(reminder("act-anna"))
        let push = try #require(try await phone.pushes().first)
        let buttons = push.peal["actions"].items
        #expect(buttons.map { $0["id"].string } == ["on-time", "late-5", "late-10", "late-15", "cant-make-it"])
        #expect(buttons.map { $0["link"].string } == [nil, nil, nil, nil, "/events/e1/cancel"])
        let row = try #require(try await anna.inbox().first)
        #expect(row["actions"].items.map { $0["deepLink"].string } == [nil, nil, nil, nil, "/events/e1/cancel"])
        #expect(row["actions"].items.map { $0["link"].string } == [nil, nil, nil, nil, "/events/e1/cancel"])

        let shown = try #require(try await phone.notifications().first)
        let tap = try await gss.sandbox.anyone.post(
            "/sandbox/phones/\(phone.id)/tap",
            ["notification": shown["id"], "action": "cant-make-it"]
        )
        #expect(tap["link"].string == "/events/e1/cancel")
        #expect(tap["payload"] == ["status": "cant-make-it"])
    }

    @Test("Model-Action: a button's payload reaches the push and the inbox with its types")
    func payload() async throws {
        let anna = try await gss.user("pay-anna")
        let phone = try await anna.phone("ios", provider: "apns")
        try await gss.trigger(reminder("pay-anna"))
        let expected: [JSON] = [
            ["status": "on-time"], ["status": "running-late", "minutesLate": 5],
            ["status": "running-late", "minutesLate": 10], ["status": "running-late", "minutesLate": 15],
            ["status": "cant-make-it"],
        ]
        let push = try #require(try await phone.pushes().first)
        #expect(push.peal["actions"].items.map { $0["payload"] } == expected)
        let row = try #require(try await anna.inbox().first)
        #expect(row["actions"].items.map { $0["payload"] } == expected)
    }

    @Test("AC3.2: the marks of the answers stand on the buttons")
    func marks() async throws {
        let anna = try await gss.user("mark-anna")
        try await gss.trigger(reminder("mark-anna"))
        let titles = try #require(try await anna.inbox().first)["actions"].items.compactMap { $0["title"].string }
        #expect(titles.first == "On time ✓")
        #expect(titles.last == "Can't make it ✗")
    }

    @Test("Model-Notification: the trigger's variables reach the client in data, personal ones too (R190)")
    func data() async throws {
        let anna = try await gss.user("data-anna")
        let bob = try await gss.user("data-bob")
        try await gss.trigger([
            "type": "kudos", "to": ["users": ["data-anna"]], "data": ["from": "Dana", "message": "Thanks!"],
        ])
        try await gss.trigger(["type": "streak-risk", "to": ["users": ["data-bob"]], "data": ["days": 12]])
        let data = try #require(try await anna.inbox().first)["data"]
        #expect(data["from"].string == "Dana")
        #expect(data["message"].string == "Thanks!")
        #expect(data["type"].string == "kudos")
        #expect(data["link"].string == "/kudos")
        let other = try #require(try await bob.inbox().first)["data"]
        #expect(other["days"].int == 12)
        #expect(other["from"].isNull)
        let id = try #require(try await anna.inbox().first?["id"].string)
        let read = try await anna.api.post("/api/v1/notifications/\(id)/read")
        #expect(read["data"]["from"].string == "Dana")
        let export = try await gss.api.get("/api/v1/users/data-anna/export")
        #expect(export["notifications"].items.first?["data"]["message"].string == "Thanks!")
    }
}
