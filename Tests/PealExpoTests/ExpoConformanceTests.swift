import PealCore
import PealExpo
import PealGzip
import PealProviderKit
import PealTesting
import Testing

@testable import PealSandbox

@Suite("The Expo provider")
struct ExpoConformanceTests {
    private let conformance = ProviderConformance { behavior, body in
        let service = ScriptedService(behavior) { call in
            Self.tokens(in: call).map { Int($0.suffix(4).dropLast()) ?? -1 }
        } answer: { call in
            let tickets = Self.tokens(in: call).map { token in
                token == "no-token"
                    ? #"{"status":"error","message":"no","details":{"error":"DeviceNotRegistered"}}"#
                    : #"{"status":"ok","id":"id-\#(token)"}"#
            }
            let answer = #"{"data":[\#(tickets.joined(separator: ","))]}"#
            return .answered(HTTPAnswer(status: 200, body: Array(answer.utf8)))
        }
        let clock = TestClock()
        let provider = ExpoProvider(
            options: try ExpoOptions(),
            transport: service.transport,
            now: { clock.now }
        )
        let messages = (0..<PushBatch.limit).map { PushMessage.fixture(token: "ExponentPushToken[\(1_000_000 + $0)]") }
        try await body(ProviderBench(provider: provider, messages: messages))
    }

    @Test("keeps a promise", arguments: ProviderPromise.allCases)
    func keeps(_ promise: ProviderPromise) async throws { try await conformance.check(promise) }

    private static func tokens(in call: HTTPCall) -> [String] {
        let isSmall = call.headers.contains { $0.name == "Content-Encoding" && $0.value == "gzip" }
        let body = isSmall ? Gzip.expand(call.body, limit: 1 << 20) : call.body
        return body.flatMap { JSONText.parse($0)?.array }?.compactMap { $0.object?["to"]?.string } ?? []
    }
}
