import NIOHPACK
import PealCore
import PealHTTP2
import PealProviderKit
import PealTesting
import Testing

@testable import PealWebPush

@Suite("Web Push over HTTP/2")
struct WebPushHTTP2Tests {
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
            (.answer(413, body: 16_385), .rejected(reason: "HTTP_413", scope: .size)),
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
