import PealFCM
import PealProviderKit
import PealSandbox
import PealTesting
import Testing

@Suite("The FCM provider", .timeLimit(.minutes(15)))
struct FCMConformanceTests {
    private let conformance = ProviderConformance { behavior, body in
        try await FCMBench.run { bench in
            let tokens = (0..<PushBatch.limit).map { _ in bench.simulator.makeToken(project: "demo") }
            if let fault = Fault(behavior, tokens) { try bench.simulator.faults.add(fault) }
            let options = try FCMOptions(
                serviceAccount: try bench.simulator.makeServiceAccount(project: "demo"),
                endpoint: behavior == .isDown ? "http://127.0.0.1:1" : bench.simulator.baseURL ?? ""
            )
            let provider = FCMProvider(options: options, transport: .client(bench.client), now: { bench.clock.now })
            try await body(ProviderBench(provider: provider, messages: tokens.map { .fixture(token: $0) }))
        }
    }

    @Test("keeps a promise", arguments: ProviderPromise.allCases)
    func keeps(_ promise: ProviderPromise) async throws { try await conformance.check(promise) }
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
