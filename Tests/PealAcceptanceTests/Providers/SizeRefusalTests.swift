import Testing

@Suite("Providers: pushes that are too large for a service", .serialized, .sharedSandbox())
struct SizeRefusalTests {
    let sandbox: Sandbox
    let gss: Backend

    init() throws {
        sandbox = try SharedSandbox.sandbox
        gss = sandbox.backend("gss")
    }

    private static let long = String(repeating: "Thank you all for setting up so early 👩‍👩‍👧 today. ", count: 5)

    private func kudos(_ user: String) -> JSON {
        [
            "type": "kudos", "to": ["users": ["\(user)"]],
            "data": ["from": "Dana", "message": "\(Self.long)"],
        ]
    }

    @Test("are sent once more, smaller, and shown", arguments: SizeRefusal.all)
    func once(_ row: SizeRefusal) async throws {
        let user = try await gss.user("large-\(row.testDescription)")
        let phone = try await user.phone(on: row.route)
        try await gss.trigger(kudos(user.user))
        let whole = try #require(try await phone.notifications().first?["body"].string)
        try await sandbox.fault([
            "provider": "\(row.route.provider)", "match": ["phone": "\(phone.id)"], "answer": row.answer, "times": 1,
        ])
        let event = try await gss.trigger(kudos(user.user))
        try await sandbox.clearFaults()
        #expect(try await phone.pushes().count == 3)
        let bodies = try await phone.notifications().compactMap { $0["body"].string }
        #expect(bodies.count == 2)
        let shorter = try #require(bodies.first { $0 != whole })
        #expect(shorter.count < whole.count && shorter.count > 20)
        #expect(shorter.hasSuffix("…") && whole.hasPrefix(shorter.dropLast()), "cut between characters: \(shorter)")
        #expect(try await user.devices().map { $0["state"].string } == ["active"])
        let delivery = try await event.why(user.user)["deliveries"][0]
        #expect(delivery["attempts"].items.map { $0["outcome"].string } == ["tooLarge", "accepted"])
        #expect(delivery["detail"].string?.contains("too large") == true)
    }

    @Test("fail when the smaller one is too large as well, and cost no device", arguments: SizeRefusal.all)
    func twice(_ row: SizeRefusal) async throws {
        let user = try await gss.user("larger-\(row.testDescription)")
        let phone = try await user.phone(on: row.route)
        try await sandbox.fault([
            "provider": "\(row.route.provider)", "match": ["phone": "\(phone.id)"], "answer": row.answer,
        ])
        let event = try await gss.trigger(kudos(user.user))
        try await sandbox.advance("PT2M")
        try await sandbox.clearFaults()
        #expect(try await phone.pushes().count == 2)
        #expect(try await phone.notifications().isEmpty)
        #expect(try await user.devices().map { $0["state"].string } == ["active"])
        let delivery = try await event.why(user.user)["deliveries"][0]
        #expect(delivery["state"].string == "failed" && delivery["reason"].string == "provider-rejected")
        #expect(delivery["attempts"].items.map { $0["outcome"].string } == ["tooLarge", "tooLarge"])
    }

    @Test("use up a retry: an app that retries once hands a push over twice at most", arguments: [true, false])
    func retriedOnce(_ failsFirst: Bool) async throws {
        try await withSandbox { sandbox in
            let reports = sandbox.backend("reports")
            let phone = try await reports.user("rahul").phone()
            let match: JSON = ["phone": "\(phone.id)"]
            if failsFirst {
                try await sandbox.fault(["provider": "fcm", "match": match, "answer": ["status": 503], "times": 1])
            }
            try await sandbox.fault([
                "provider": "fcm", "match": match, "answer": ["status": 413], "times": 1,
            ])
            try await reports.trigger(ReportsFixture.change())
            try await sandbox.advance("PT5M")
            #expect(try await phone.pushes().count == 2)
            #expect(try await phone.notifications().count == (failsFirst ? 0 : 1))
        }
    }
}
