import PealCore
import PealProviderKit
import PealTesting
import Testing

@testable import PealWebPush

@Suite("The Web Push provider")
struct WebPushConformanceTests {
    private let conformance = ProviderConformance { behavior, body in
        let service = ScriptedService(behavior) { call in
            [Int(call.url.suffix(3)) ?? -1]
        } answer: { _ in
            .answered(HTTPAnswer(status: 201))
        }
        let clock = TestClock()
        let provider = WebPushProvider(
            options: try WebPushOptions(vapidPrivateKey: VAPIDKey.generate().secret, subject: "mailto:ops@example.com"),
            transport: service.transport,
            keys: EphemeralKeys(size: 0),
            now: { clock.now }
        )
        let messages = (0..<PushBatch.limit).map { number in
            let endpoint = "https://fcm.googleapis.com/wp/\(1_000_000 + number)"
            return PushMessage.fixture(token: WebPushSubscriptionTests.token(endpoint: endpoint), platform: .web)
        }
        try await body(ProviderBench(provider: provider, messages: messages))
    }

    @Test("keeps a promise", arguments: ProviderPromise.allCases)
    func keeps(_ promise: ProviderPromise) async throws { try await conformance.check(promise) }
}
