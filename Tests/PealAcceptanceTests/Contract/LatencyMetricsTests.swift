import Testing

@Suite("Contract: how long things take")
struct LatencyMetricsTests {
    @Test("one trigger to one phone counts once in each histogram, and its commits count")
    func once() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            _ = try await gss.user("lat").phone()
            let commits = try await Self.number("peal_commit_seconds_count", sandbox)
            try await gss.trigger(["type": "kudos", "to": ["users": ["lat"]], "data": GSSKind.kudos])
            try await sandbox.settle()
            #expect(try await Self.number("peal_accept_seconds_count", sandbox) == 1)
            #expect(try await Self.number("peal_accept_seconds_bucket{le=\"+Inf\"}", sandbox) == 1)
            #expect(try await Self.number("peal_decide_seconds_count", sandbox) == 1)
            #expect(try await Self.number("peal_delivery_seconds_count{app=\"gss\",provider=\"fcm\"}", sandbox) == 1)
            // Acceptance, decision and outcome are three transactions at least.
            #expect(try await Self.number("peal_commit_seconds_count", sandbox) >= commits + 3)
            #expect(try await sandbox.metric("peal_transactions_repeated_total") != nil)
            // The sandbox's clock stands still: what was decided and sent took no time by it.
            #expect(try await sandbox.metric("peal_decide_seconds_sum") == "0")
            #expect(try await sandbox.metric("peal_accept_seconds_sum") != "0")
        }
    }

    @Test("what is refused and what is only tried counts in none")
    func neither() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            _ = try await gss.user("lat").phone()
            _ = try await gss.post(["type": "spam"])
            let path = "/api/v1/triggers?dryRun=true"
            _ = try await gss.api.send(
                "POST",
                path,
                ["type": "kudos", "to": ["users": ["lat"]], "data": GSSKind.kudos]
            )
            #expect(try await Self.number("peal_accept_seconds_count", sandbox) == 0)
            #expect(try await Self.number("peal_decide_seconds_count", sandbox) == 0)
        }
    }

    private static func number(_ name: String, _ sandbox: Sandbox) async throws -> Int {
        try await sandbox.metric(name).flatMap { Int($0) } ?? 0
    }
}
