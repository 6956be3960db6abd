import Testing

@Suite("S0 GSS: retries")
struct RetryTests {
    @Test("Rel-2: a failed push is tried again after 1, 5 and 30 seconds, then succeeds (R140)")
    func delays() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let anna = try await gss.user("anna")
            let phone = try await anna.phone()
            try await sandbox.fault(["provider": "fcm", "answer": ["status": 503], "times": 3])
            try await gss.trigger(["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos])
            try await sandbox.advance("PT1M")
            let pushes = try await phone.pushes()
            #expect(pushes.map(\.status) == [503, 503, 503, 200])
            #expect(
                pushes.map { $0.at?.prefix(19) } == [
                    "2030-01-15T12:00:00", "2030-01-15T12:00:01", "2030-01-15T12:00:06", "2030-01-15T12:00:36",
                ]
            )
            #expect(try await phone.notifications().count == 1)
            #expect(try await anna.inbox().first?["status"].string == "delivered")
        }
    }

    @Test("Rel-2: after three retries it has failed, and the inbox still has it")
    func exhausted() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let anna = try await gss.user("anna")
            let phone = try await anna.phone()
            try await sandbox.fault(["provider": "fcm", "answer": ["status": 503]])
            let event = try await gss.trigger(["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos])
            #expect(try await event.report()["status"].string == "running")
            try await sandbox.advance("PT10M")
            #expect(try await phone.pushes().count == 4)
            #expect(try await anna.inbox().first?["status"].string == "failed")
            let report = try await event.report()
            #expect(report["status"].string == "done")
            #expect(report["counts"]["deliveries"]["failed"].int == 1)
        }
    }

    @Test("Rel-2: a provider that asks for a longer wait gets it (Retry-After)")
    func retryAfter() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let phone = try await gss.user("anna").phone()
            try await sandbox.fault([
                "provider": "fcm", "answer": ["status": 429, "reason": "QUOTA_EXCEEDED", "retryAfter": 90], "times": 1,
            ])
            try await gss.trigger(["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos])
            try await sandbox.advance("PT80S")
            #expect(try await phone.notifications().isEmpty)
            try await sandbox.advance("PT20S")
            #expect(try await phone.notifications().count == 1)
        }
    }
}
