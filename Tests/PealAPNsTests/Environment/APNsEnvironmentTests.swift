import PealCore
import PealProviderKit
import PealTesting
import Testing

@testable import PealAPNs

@Suite("The environment of a device")
struct APNsEnvironmentTests {
    /// Runs a provider with a server for each environment; each takes its own tokens alone.
    private func both(
        knows production: Set<Int>,
        sandbox: Set<Int>,
        _ body: (APNsProvider, ScriptedAPNs, ScriptedAPNs) async throws -> Void
    ) async throws {
        let stage = { (known: Set<Int>) in
            let paths = Set(known.map { "/3/device/\(APNsFixtures.token($0))" })
            return ScriptedAPNs { seen, _ in
                paths.contains(seen.path) ? .answer(200) : .answer(400, reason: "BadDeviceToken")
            }
        }
        let (first, second) = (stage(production), stage(sandbox))
        try await first.run { productionURL in
            try await second.run { sandboxURL in
                let options = try APNsFixtures.options(production: productionURL, sandbox: sandboxURL)
                try await APNsFixtures.provider(options) { try await body($0, first, second) }
            }
        }
    }

    @Test("that is stated is the only one asked")
    func stated() async throws {
        try await both(knows: [1], sandbox: [2]) { provider, production, sandbox in
            #expect(await provider.send(APNsFixtures.message(1, environment: "production")).isAccepted)
            #expect(await provider.send(APNsFixtures.message(2, environment: "sandbox")).isAccepted)
            #expect(
                await provider.send(APNsFixtures.message(2, environment: "production")).brief == "gone BadDeviceToken"
            )
            #expect(await provider.send(APNsFixtures.message(1, environment: "sandbox")).brief == "gone BadDeviceToken")
            #expect(production.record.seen.count == 2)
            #expect(sandbox.record.seen.count == 2)
        }
    }

    @Test("that is not stated is found once and remembered")
    func found() async throws {
        try await both(knows: [1], sandbox: [2]) { provider, production, sandbox in
            for _ in 0..<3 {
                #expect(await provider.send(APNsFixtures.message(1, environment: nil)).isAccepted)
                #expect(await provider.send(APNsFixtures.message(2, environment: nil)).isAccepted)
            }
            #expect(production.record.seen.count == 4)
            #expect(sandbox.record.seen.count == 3)
        }
    }

    @Test("of a token that neither knows: the token is gone")
    func neither() async throws {
        try await both(knows: [], sandbox: []) { provider, production, sandbox in
            let outcome = await provider.send(APNsFixtures.message(1, environment: nil))
            #expect(outcome == .gone(reason: "BadDeviceToken", since: nil))
            #expect(production.record.seen.count == 1)
            #expect(sandbox.record.seen.count == 1)
        }
    }

    @Test("that is none of Apple's is the device's fault, not the token's end")
    func unknown() async throws {
        try await both(knows: [1], sandbox: []) { provider, production, _ in
            let outcome = await provider.send(APNsFixtures.message(1, environment: "staging"))
            #expect(outcome == .rejected(reason: "environment-unknown", scope: .device))
            #expect(production.record.seen.isEmpty)
        }
    }

    @Test("is not concluded from a server that has trouble")
    func trouble() async throws {
        let production = ScriptedAPNs { _, _ in .answer(400, reason: "BadDeviceToken") }
        let sandbox = ScriptedAPNs { _, _ in .answer(503, reason: "ServiceUnavailable") }
        try await production.run { productionURL in
            try await sandbox.run { sandboxURL in
                let options = try APNsFixtures.options(production: productionURL, sandbox: sandboxURL)
                try await APNsFixtures.provider(options) { provider in
                    let outcome = await provider.send(APNsFixtures.message(1, environment: nil))
                    #expect(outcome.brief == "unavailable ServiceUnavailable")
                }
            }
        }
    }

    @Test("is remembered for a bounded number of tokens, the latest first")
    func bounded() {
        let memory = DevelopmentTokens(limit: 100)
        for number in 0..<10_000 { memory.learn(APNsFixtures.token(number), is: .sandbox) }
        #expect(memory.count <= 100)
        #expect(memory.guess(for: APNsFixtures.token(9_999)) == .sandbox)
        #expect(memory.guess(for: APNsFixtures.token(0)) == .production)
        memory.learn(APNsFixtures.token(9_999), is: .production)
        #expect(memory.guess(for: APNsFixtures.token(9_999)) == .production)
    }
}
