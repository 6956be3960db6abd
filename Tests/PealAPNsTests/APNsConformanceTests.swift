import NIOCore
import PealProviderKit
import PealTesting
import Testing

@testable import PealHTTP2

@Suite("The APNs provider")
struct APNsConformanceTests {
    private let conformance = ProviderConformance { behavior, body in
        let (first, fifth) = (APNsFixtures.token(0), APNsFixtures.token(5))
        // Few streams: a batch is larger than what is under way.
        let server = ScriptedAPNs(maxStreams: 10) { seen, number in
            // The first push only shows the server's trust in the provider token.
            guard number > 1 else { return .answer(200) }
            return switch behavior {
            case .keepsFirst where seen.path.hasSuffix(first), .keepsAll: .hold
            case .drops where seen.path.hasSuffix(fifth): .hangUp
            default: .answer(200)
            }
        }
        var timing = HTTP2Timing()
        timing.lastWord = .milliseconds(50)
        // No machine is too slow: only what a test ends is ended.
        (timing.timeout, timing.connect, timing.pingAnswer) = (.minutes(5), .minutes(5), .minutes(5))
        try await server.run { url in
            let options = try APNsFixtures.options(production: behavior == .isDown ? "https://127.0.0.1:1" : url)
            try await APNsFixtures.provider(options, timing: timing) { provider in
                if behavior != .isDown {
                    #expect(await provider.send(APNsFixtures.message(1_000)).isAccepted)
                }
                let messages = (0..<PushBatch.limit).map { APNsFixtures.message($0) }
                try await body(ProviderBench(provider: provider, messages: messages))
            }
        }
    }

    @Test("keeps a promise", arguments: ProviderPromise.allCases)
    func keeps(_ promise: ProviderPromise) async throws { try await conformance.check(promise) }
}
