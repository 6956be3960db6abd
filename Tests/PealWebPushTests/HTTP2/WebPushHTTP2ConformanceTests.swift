import PealProviderKit
import PealTesting
import Testing

@Suite("The Web Push provider over HTTP/2")
struct WebPushHTTP2ConformanceTests {
    private let conformance = ProviderConformance { behavior, body in
        try await PushHost.run(
            streams: 10,
            acting: { number in
                switch behavior {
                case .keepsFirst where number == 0, .keepsAll: .keep
                case .drops where number == 5: .drop
                default: .answer(201)
                }
            }
        ) { host in
            let url = behavior == .isDown ? "https://127.0.0.1:1" : host.url
            try await PushSender.run(exceptions: [url], rootPEM: host.rootPEM) { sender in
                let messages = (0..<PushBatch.limit).map { PushSender.message(to: url, number: $0) }
                try await body(ProviderBench(provider: sender.provider, messages: messages))
            }
        }
    }

    @Test("keeps a promise", arguments: ProviderPromise.allCases)
    func keeps(_ promise: ProviderPromise) async throws { try await conformance.check(promise) }
}
