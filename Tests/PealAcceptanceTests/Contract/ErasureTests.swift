import Testing

@Suite("Contract: erasing a user", .sharedSandbox())
struct ErasureTests {
    @Test("whoever takes an erased user's name finds nothing of theirs, also of what was on its way")
    func race() async throws {
        let match = try SharedSandbox.sandbox.backend("match")
        let names = (0..<60).map { "erased-\($0)" }
        for name in names {
            _ = try await match.user(name)
            _ = try await match.trigger([
                "type": "message", "entity": "conversation/\(name)", "to": ["users": ["\(name)"]],
                "data": ["sender": "Dr. Secret", "preview": "Your results are here"],
            ])
            _ = try await match.api.delete("/api/v1/users/\(name)")
        }
        try await SharedSandbox.sandbox.settle()
        // Their tokens are newer than the erasures.
        try await SharedSandbox.sandbox.advance("PT1S")
        for name in names {
            let newcomer = try await match.user(name)
            #expect(try await newcomer.inbox().isEmpty)
            #expect(try await newcomer.unreadCount() == 0)
        }
    }

    @Test(
        "a row that was opened or acknowledged, marked unread and opened again is read (R179)",
        arguments: ["opened", "acknowledge"]
    )
    func again(mark: String) async throws {
        let match = try SharedSandbox.sandbox.backend("match")
        let user = try await match.user("twice-\(mark)")
        _ = try await match.trigger([
            "type": "message", "entity": "conversation/twice-\(mark)", "to": ["users": ["twice-\(mark)"]],
            "data": ["sender": "Alex", "preview": "Hello"],
        ])
        try await SharedSandbox.sandbox.settle()
        let id = try #require(try await user.inbox().first?["id"].string)
        for _ in 0..<2 {
            _ = try await user.api.post("/api/v1/notifications/\(id)/\(mark)")
            #expect(try await user.unreadCount() == 0)
            _ = try await user.api.post("/api/v1/notifications/\(id)/unread")
            #expect(try await user.unreadCount() == 1)
        }
    }
}
