import PealCore
import PealProviderKit
import PealTesting
import Testing

@testable import PealFCM
@testable import PealSandbox

@Suite("The FCM provider")
struct FCMConformanceTests {
    private let conformance = ProviderConformance { behavior, body in
        let service = ScriptedService(behavior) { call in
            Self.token(in: call).flatMap { Int($0.suffix(3)) }.map { [$0] } ?? []
        } answer: { call in
            switch Self.token(in: call) {
            case nil: Self.answer(200, #"{"access_token":"t","expires_in":3599,"token_type":"Bearer"}"#)
            case "no-token": Self.answer(404, #"{"error":{"status":"NOT_FOUND"}}"#)
            default: Self.answer(200, #"{"name":"projects/demo/messages/1"}"#)
            }
        }
        let options = try FCMOptions(serviceAccount: try ServiceAccountTests.account())
        let clock = TestClock()
        let provider = FCMProvider(options: options, transport: service.transport, now: { clock.now })
        let messages = (0..<PushBatch.limit).map { number in
            PushMessage.fixture(token: "registration-token-of-the-phone-\(1_000_000 + number)")
        }
        try await body(ProviderBench(provider: provider, messages: messages))
    }

    @Test("keeps a promise", arguments: ProviderPromise.allCases)
    func keeps(_ promise: ProviderPromise) async throws { try await conformance.check(promise) }

    /// Which device a message is for; `nil` for a request of an access token.
    private static func token(in call: HTTPCall) -> String? {
        JSONText.parse(call.body)?.object?["message"]?.object?["token"]?.string
    }

    private static func answer(_ status: Int, _ body: String) -> HTTPResult {
        .answered(HTTPAnswer(status: status, body: Array(body.utf8)))
    }
}
