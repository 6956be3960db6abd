import PealCore
import PealProviderKit
import PealTesting
import Testing

@testable import PealSandbox
@testable import PealWebPush

@Suite("The Web Push simulator over HTTP/2")
struct WebPushHTTP2DeliveryTests {
    @Test("takes every message of a batch, each once")
    func batch() async throws {
        try await WebPushBench.run(speaksHTTP2: true) { bench in
            let tokens = try (0..<PushBatch.limit).map { _ in try bench.subscription() }
            let batch = PushBatch(tokens.map { PushBatch.Item(.fixture(token: $0, platform: .web)) })
            let outcomes = try await ProviderConformance.outcomes(of: batch, bench.provider())
            #expect(outcomes.allSatisfy { $0.isAccepted })
            #expect(bench.simulator.requestLog.counters.accepted == PushBatch.limit)
        }
    }

    @Test("shows a browser the same notification, and has the same headers")
    func same() async throws {
        var seen: [(title: String?, headers: [String: String])] = []
        for speaksHTTP2 in [false, true] {
            try await WebPushBench.run(speaksHTTP2: speaksHTTP2) { bench in
                let phone = try bench.phone()
                let outcome = await bench.provider().send(.fixture(token: phone.token, platform: .web))
                guard case .accepted(let receipt?) = outcome else {
                    Issue.record("\(outcome)")
                    return
                }
                #expect(receipt.utf8.count == 32)
                let entry = try #require(bench.simulator.requestLog.entries().items.first)
                let headers = entry.headers.map { ($0.name.lowercased(), $0.value) }
                seen.append((try bench.notifications(phone.id).first?.title, Dictionary(uniqueKeysWithValues: headers)))
            }
        }
        #expect(seen.count == 2)
        #expect(seen[0].title == seen[1].title)
        let names = ["ttl", "urgency", "topic", "content-encoding", "content-type", "authorization"]
        #expect(seen[1].headers["content-length"] != nil)
        for name in names { #expect(seen[0].headers[name] == seen[1].headers[name], "\(name)") }
    }

    @Test("finds out that the browser is gone, unknown, another key's or no browser at all")
    func subscriptions() async throws {
        try await WebPushBench.run(speaksHTTP2: true) { bench in
            let provider = bench.provider()
            let phone = try bench.phone()
            try bench.simulator.phones.uninstall(phone.id)
            let other = try bench.subscription(key: VAPIDKey.generate().applicationServerKey)
            let cases: [(String, SendOutcome)] = [
                (phone.token, .gone(reason: "errno-106", since: nil)),
                (
                    try bench.subscription().replacing("/wp/demo/", with: "/wp/other/"),
                    .gone(reason: "errno-102", since: nil)
                ),
                (other, .rejected(reason: "errno-109", scope: .device)),
                ("token", .rejected(reason: "invalid-subscription", scope: .device)),
                (
                    WebPushBench.token(endpoint: "https://127.0.0.1:1/x"),
                    .rejected(reason: "endpoint-refused", scope: .device)
                ),
            ]
            for (token, outcome) in cases {
                #expect(await provider.send(.fixture(token: token, platform: .web)) == outcome)
            }
        }
    }

    @Test("opens another connection after one was lost")
    func reconnects() async throws {
        try await WebPushBench.run(speaksHTTP2: true) { bench in
            let phone = try bench.phone()
            let provider = bench.provider()
            #expect(await provider.send(.fixture(token: phone.token, platform: .web)).isAccepted)
            try bench.simulator.faults.add(try Fault(text: #"{"times":1,"reset":"before-accept"}"#))
            guard case .unknown = await provider.send(.fixture(token: phone.token, platform: .web)) else {
                Issue.record("a lost answer is not unknown")
                return
            }
            #expect(await provider.send(.fixture(token: phone.token, platform: .web)).isAccepted)
        }
    }
}
