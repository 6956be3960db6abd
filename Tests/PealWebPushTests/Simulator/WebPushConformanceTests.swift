import PealCore
import PealProviderKit
import PealTesting
import Testing

@testable import PealSandbox
@testable import PealWebPush

@Suite("The Web Push provider", .timeLimit(.minutes(15)))
struct WebPushConformanceTests {
    private let conformance = ProviderConformance { behavior, body in
        try await WebPushBench.run { bench in
            let tokens = try (0..<PushBatch.limit).map { _ in try bench.subscription() }
            if behavior == .isDown { return try await Self.withNobody(bench, tokens.count, body) }
            if let fault = Fault(behavior, tokens) { try bench.simulator.faults.add(fault) }
            let messages = tokens.map { PushMessage.fixture(token: $0, platform: .web) }
            try await body(ProviderBench(provider: bench.provider(), messages: messages))
        }
    }

    @Test("keeps a promise", arguments: ProviderPromise.allCases)
    func keeps(_ promise: ProviderPromise) async throws { try await conformance.check(promise) }

    private static func withNobody(
        _ bench: WebPushBench,
        _ count: Int,
        _ body: @Sendable (ProviderBench) async throws -> Void
    ) async throws {
        let options = try WebPushOptions(
            vapidPrivateKey: bench.options.key.secret,
            subject: "mailto:a@b",
            exceptions: ["http://127.0.0.1:1"]
        )
        let transport = try GuardedTransport(rules: options.endpointRules, now: { bench.clock.now })
        let messages = (0..<count).map { number in
            PushMessage.fixture(
                token: WebPushSubscriptionTests.token(endpoint: "https://127.0.0.1:1/\(number)"),
                platform: .web
            )
        }
        let provider = bench.provider(options: options, transport: transport.transport)
        do {
            try await body(ProviderBench(provider: provider, messages: messages))
        } catch {
            await transport.shutDown()
            throw error
        }
        await transport.shutDown()
    }
}

extension Fault {
    /// What makes a simulator behave so; `nil` when nothing is wrong with it.
    init?(_ behavior: ServiceBehavior, _ tokens: [String]) {
        switch behavior {
        case .accepts, .isDown: return nil
        case .keepsFirst: self.init(match: FaultMatch(token: tokens[0]), delay: .seconds(3_600))
        case .keepsAll: self.init(delay: .seconds(3_600))
        case .drops: self.init(match: FaultMatch(token: tokens[5]), reset: .afterAccept)
        }
    }
}
