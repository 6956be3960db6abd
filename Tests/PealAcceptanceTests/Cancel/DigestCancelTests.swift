import Testing

@Suite("Cancel: one notification of a digest (R161, R162)")
struct DigestCancelTests {
    private static func message(_ number: Int, to users: [String] = ["anna"]) -> JSON {
        [
            "type": "message", "entity": "conversation/c1", "to": ["users": .list(users)],
            "data": ["sender": "Alex", "preview": "Message \(number)"],
        ]
    }

    private static func cancel(_ event: AppEvent) async throws -> JSON {
        try await event.backend.api.delete("/api/v1/triggers/\(event.id)")
    }

    /// The last three of thirteen messages wait in a window that closes in quiet hours.
    private static func digested(_ sandbox: Sandbox) async throws -> (phone: Phone, waiting: [AppEvent]) {
        let match = sandbox.backend("match")
        let phone = try await match.user("anna", ["timeZone": "UTC"]).phone()
        var waiting: [AppEvent] = []
        for number in 0..<13 {
            let event = try await match.trigger(Self.message(number))
            if number >= 10 { waiting.append(event) }
        }
        return (phone, waiting)
    }

    /// Which of the three are cancelled, and what the digest says then.
    private static let choices: [([Int], String?)] = [
        ([2], "2 new messages"), ([0], "2 new messages"), ([2, 1], "Message 10"), ([0, 2], "Message 11"),
        ([2, 1, 0], nil),
    ]

    @Test("before the window closes only the cancelled ones are taken out, the newest too", arguments: choices)
    func open(_ cancelled: [Int], _ body: String?) async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let (phone, waiting) = try await Self.digested(sandbox)
            for index in cancelled {
                #expect(
                    try await Self.cancel(waiting[index]) == [
                        "status": "cancelled", "cancelled": 1, "tooLate": 0, "phase": "after",
                    ]
                )
            }
            try await sandbox.advance("PT10M")
            #expect(try await phone.pushes().dropFirst(10).map(\.body) == [body].compactMap(\.self))
        }
    }

    @Test(
        "a digest that quiet hours hold goes on without those that are cancelled, its representative too",
        arguments: choices
    )
    func held(_ cancelled: [Int], _ body: String?) async throws {
        try await withSandbox(at: "2030-01-15T21:58:00Z") { sandbox in
            let (phone, waiting) = try await Self.digested(sandbox)
            try await sandbox.setClock("2030-01-15T23:00:00Z")
            #expect(try await waiting[0].pushReason("anna") == "digested")
            for index in cancelled {
                #expect(
                    try await Self.cancel(waiting[index]) == [
                        "status": "cancelled", "cancelled": 1, "tooLate": 0, "phase": "after",
                    ]
                )
                try await sandbox.settle()
                #expect(try await waiting[index].pushReason("anna") == "cancelled")
                #expect(try await waiting[index].report()["status"].string == "cancelled")
            }
            try await sandbox.setClock("2030-01-16T07:59:59Z")
            #expect(try await phone.pushes().count == 10, "it is quiet still")
            try await sandbox.setClock("2030-01-16T08:00:00Z")
            #expect(try await phone.pushes().dropFirst(10).map(\.body) == [body].compactMap(\.self))
            for (index, event) in waiting.enumerated() where !cancelled.contains(index) {
                #expect(try await event.report()["status"].string == "done")
            }
        }
    }

    @Test("a cancel key that cancels a whole digest leaves nothing of it, and counts every user once")
    func key() async throws {
        try await withSandbox(at: "2030-01-15T21:58:00Z") { sandbox in
            let match = sandbox.backend("match")
            let phone = try await match.user("anna", ["timeZone": "UTC"]).phone()
            for number in 0..<13 { try await match.trigger(Self.message(number).with("cancelKey", "chat")) }
            try await sandbox.setClock("2030-01-15T23:00:00Z")
            let answer = try await match.api.delete("/api/v1/triggers?cancelKey=chat")
            #expect(answer == ["status": "cancelled", "cancelled": 3, "tooLate": 10, "phase": "after"])
            try await sandbox.advance("PT12H")
            #expect(try await phone.pushes().count == 10)
        }
    }

    @Test("what was pushed in a digest is too late, for each of its items; the counts add up to the audience")
    func sent() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let match = sandbox.backend("match")
            _ = try await match.user("bert", ["timeZone": "UTC"]).phone()
            let (phone, waiting) = try await Self.digested(sandbox)
            // Bert has no window: it goes to him at once.
            let both = try await match.trigger(Self.message(13, to: ["anna", "bert"]))
            try await sandbox.advance("PT10M")
            #expect(try await phone.pushes().last?.body == "4 new messages")
            for event in waiting {
                #expect(
                    try await Self.cancel(event) == [
                        "status": "cancelled", "cancelled": 0, "tooLate": 1, "phase": "after",
                    ]
                )
            }
            #expect(
                try await Self.cancel(both) == ["status": "cancelled", "cancelled": 0, "tooLate": 2, "phase": "after"]
            )
            #expect(try await waiting[0].pushReason("anna") == "digested", "it was pushed, in the digest")
        }
    }

    @Test("when the first push of a window is cancelled too late, the digest counts only the others")
    func opener() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let phone = try await nhs.user("anna").phone()
            let first = try await nhs.trigger(NHSFixture.approval("h1", of: "anna"))
            for request in ["h2", "h3"] { try await nhs.trigger(NHSFixture.approval(request, of: "anna")) }
            #expect(
                try await Self.cancel(first) == ["status": "cancelled", "cancelled": 0, "tooLate": 1, "phase": "after"]
            )
            try await sandbox.advance("PT10M")
            #expect(
                try await phone.notifications().map { $0["body"].string } == [
                    "Your 2 hours for Park clean-up were approved.",
                    "Your 2 requests for 4 hours were approved.",
                ],
                "what was sent stays without `recall`"
            )
        }
    }
}
