import Testing

@Suite("Digests: throttles (R162)")
struct OptOutRateTests {
    private static func message(_ number: Int, to user: String = "anna", in conversation: String = "c1") -> JSON {
        [
            "type": "message", "entity": "conversation/\(conversation)", "to": ["users": ["\(user)"]],
            "data": ["sender": "Alex", "preview": "Message \(number)"],
        ]
    }

    @Test("R162: more messages than the limit in five minutes are collected into one push five minutes later")
    func throttle() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "UTC"])
            let phone = try await anna.phone()
            for number in 0..<14 { try await match.trigger(Self.message(number)) }
            #expect(try await phone.pushes().count == 10)
            #expect(try await anna.inbox().count == 14)
            try await sandbox.setClock("2030-01-15T12:04:59Z")
            #expect(try await phone.pushes().count == 10)
            try await sandbox.setClock("2030-01-15T12:05:00Z")
            let pushes = try await phone.pushes()
            #expect(pushes.count == 11)
            #expect(pushes.last?.body == "4 new messages")
        }
    }

    @Test("R162: many triggers in one request meet the same cap")
    func bulk() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let match = sandbox.backend("match")
            let phone = try await match.user("anna", ["timeZone": "UTC"]).phone()
            _ = try await match.api.post(
                "/api/v1/triggers/bulk",
                ["triggers": .list((0..<60).map { Self.message($0) })]
            )
            try await sandbox.settle()
            #expect(try await phone.pushes().count == 10)
            try await sandbox.advance("PT10M")
            #expect(try await phone.pushes().count == 11)
        }
    }

    @Test("R162: a digest whose window ends in quiet hours waits for their end")
    func quiet() async throws {
        try await withSandbox(at: "2030-01-15T21:58:00Z") { sandbox in
            let match = sandbox.backend("match")
            let phone = try await match.user("anna", ["timeZone": "UTC"]).phone()
            for number in 0..<12 { try await match.trigger(Self.message(number)) }
            try await sandbox.setClock("2030-01-16T07:59:59Z")
            #expect(try await phone.pushes().count == 10)
            try await sandbox.setClock("2030-01-16T08:00:00Z")
            #expect(try await phone.pushes().last?.body == "2 new messages")
        }
    }
}
