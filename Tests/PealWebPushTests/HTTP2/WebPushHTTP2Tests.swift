import NIOHPACK
import PealCore
import PealHTTP2
import PealProviderKit
import PealTesting
import Testing

@testable import PealSandbox
@testable import PealWebPush

@Suite("Web Push over HTTP/2", .timeLimit(.minutes(15)))
struct WebPushHTTP2Tests {
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
                    WebPushSubscriptionTests.token(endpoint: "https://127.0.0.1:1/x"),
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

    @Test("leaves the fate of a message open that gets no answer in time")
    func timeOut() async throws {
        // The first one opens the connection, so that the second one has its time for itself.
        try await PushHost.run(acting: { $0 == 2 ? .keep : .answer(201) }) { host in
            try await PushSender.run(exceptions: [host.url], rootPEM: host.rootPEM, timeout: .seconds(2)) { sender in
                #expect(await sender.send(to: host.url).isAccepted)
                #expect(await sender.send(to: host.url, number: 2) == .unknown(reason: "timeout"))
            }
        }
    }

    @Test(
        "reads the status where the body breaks off or is too long",
        arguments: [
            (PushHost.Act.cut(201), SendOutcome.accepted(receipt: PushMessage.topic(of: "https://push.example/m/1"))),
            (.cut(503), .unavailable(reason: "HTTP_503", retryAfter: nil)),
            (.answer(413, body: 16_385), .rejected(reason: "HTTP_413", scope: .message)),
            (.answer(410, body: 1_000_000), .gone(reason: "HTTP_410", since: nil)),
            (.answer(307), .rejected(reason: "redirected", scope: .message)),
            (.answer(204), .unknown(reason: "HTTP_204")),
        ]
    )
    func bodies(_ act: PushHost.Act, outcome: SendOutcome) async throws {
        try await PushHost.run(acting: { _ in act }) { host in
            try await PushSender.run(exceptions: [host.url], rootPEM: host.rootPEM) { sender in
                #expect(await sender.send(to: host.url) == outcome)
            }
        }
    }

    @Test("keeps what repeats in the connection's table, and nothing else (RFC 7541, 6.2)")
    func indexing() throws {
        let request = WebPushRequest(
            index: 0,
            url: try EndpointRules.publicHosts.check("https://push.example.com/wp/1?a=b"),
            origin: "https://push.example.com",
            headers: PushMessage.fixture(platform: .web).webPushHeaders,
            authorization: "vapid t=1, k=2",
            body: [1, 2, 3]
        )
        let fields = request.fields(authority: "push.example.com")
        #expect(fields.first(name: ":path") == "/wp/1?a=b")
        #expect(fields.first(name: "content-length") == "3")
        let unique = fields.filter { if case .indexable = $0.indexable { false } else { true } }.map(\.name)
        #expect(unique == [":path", "topic"])
    }

    @Test("names a connection's end as deliveries know it")
    func words() { #expect(HTTP2Reply.goAway == SendOutcome.goAway) }
}
