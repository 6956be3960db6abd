import PealCore
import PealFCM
import PealHTTP2
import PealProviderKit
import PealTesting
import Synchronization
import Testing

@testable import PealSandbox

@Suite("FCM over HTTP/2")
struct FCMHTTP2Tests {
    @Test("takes every message of a batch, each once")
    func batch() async throws {
        try await FCMBench.run(speaksHTTP2: true) { bench in
            let tokens = (0..<PushBatch.limit).map { _ in bench.simulator.makeToken(project: "demo") }
            try await bench.withHTTP2(transport: Self.onlyTokens(of: bench)) { provider in
                let outcomes = await Self.submit(tokens, to: provider)
                #expect(outcomes.count == tokens.count)
                #expect(outcomes.values.allSatisfy { $0.count == 1 && $0[0].isAccepted })
            }
            #expect(bench.simulator.requestLog.counters.json.object?["accepted"] != .integer(0))
        }
    }

    @Test("has its messages sent again with a fresh access token when one ended early")
    func revokedToken() async throws {
        try await FCMBench.run(speaksHTTP2: true) { bench in
            let tokens = (0..<20).map { _ in bench.simulator.makeToken(project: "demo") }
            try await bench.withHTTP2(transport: Self.onlyTokens(of: bench)) { provider in
                #expect(await Self.submit(tokens, to: provider).values.allSatisfy { $0[0].isAccepted })
                bench.simulator.revokeAccessTokens()
                let outcomes = await Self.submit(tokens, to: provider)
                #expect(outcomes.values.allSatisfy { $0.count == 1 && $0[0].isAccepted })
            }
        }
    }

    @Test(
        "says by its answer what became of a message",
        arguments: [
            (
                #"{"status":503,"reason":"UNAVAILABLE","retryAfter":7}"#,
                SendOutcome.unavailable(reason: "UNAVAILABLE", retryAfter: .seconds(7))
            ),
            (#"{"status":404,"reason":"UNREGISTERED"}"#, .gone(reason: "UNREGISTERED", since: nil)),
            (#"{"status":502,"body":"<html>Bad gateway</html>"}"#, .unavailable(reason: "HTTP_502", retryAfter: nil)),
        ]
    )
    func answers(_ answer: String, outcome: SendOutcome) async throws {
        try await FCMBench.run(speaksHTTP2: true) { bench in
            let token = bench.simulator.makeToken(project: "demo")
            try bench.simulator.faults.add(try Fault(text: #"{"provider":"fcm","times":1,"answer":\#(answer)}"#))
            try await bench.withHTTP2(transport: Self.onlyTokens(of: bench)) { provider in
                // The token request meets no fault that is meant for messages.
                #expect(await provider.send(.fixture(token: token)) == outcome)
            }
        }
    }

    @Test("leaves the fate of messages open whose connection breaks, and takes the next ones on another")
    func reset() async throws {
        try await FCMBench.run(speaksHTTP2: true) { bench in
            let token = bench.simulator.makeToken(project: "demo")
            try await bench.withHTTP2(transport: Self.onlyTokens(of: bench)) { provider in
                #expect(await provider.send(.fixture(token: token)).isAccepted)
                try bench.simulator.faults.add(try Fault(text: #"{"provider":"fcm","times":1,"reset":"after-accept"}"#))
                guard case .unknown = await provider.send(.fixture(token: token)) else {
                    Issue.record("a lost answer is not unknown")
                    return
                }
                #expect(await provider.send(.fixture(token: token)).isAccepted)
            }
        }
    }

    @Test("is not used for a host that does not speak it: its messages travel over HTTP/1.1")
    func fallback() async throws {
        try await FCMBench.run(speaksHTTP2: true) { bench in
            let certificate = try #require(bench.certificate)
            let other = TLSListeners(tls: try certificate.context(speaking: "http/1.1"))
            let port = try await other.listen(port: 0) { _ in }
            let sent = Mutex(0)
            let transport = HTTPTransport { call in
                if call.url.hasSuffix("/token") { return await HTTPTransport.client(bench.client).send(call) }
                sent.withLock { $0 += 1 }
                return .answered(HTTPAnswer(status: 200, body: Array(#"{"name":"projects/demo/messages/1"}"#.utf8)))
            }
            let tokens = (0..<5).map { _ in bench.simulator.makeToken(project: "demo") }
            try await bench.withHTTP2(at: "https://127.0.0.1:\(port)", transport: transport) { provider in
                #expect(await Self.submit(tokens, to: provider).values.allSatisfy { $0.count == 1 && $0[0].isAccepted })
                #expect(await provider.send(.fixture(token: tokens[0])).isAccepted)
            }
            #expect(sent.withLock { $0 } == 6)
            await other.close(isPatient: false)
        }
    }

    @Test("reports a server that refuses its connections")
    func refused() async throws {
        try await FCMBench.run(speaksHTTP2: true) { bench in
            let token = bench.simulator.makeToken(project: "demo")
            try await bench.withHTTP2(at: "https://127.0.0.1:1") { provider in
                guard case .unavailable = await provider.send(.fixture(token: token)) else {
                    Issue.record("nothing was sent, and it is not unavailable")
                    return
                }
            }
        }
    }

    @Test("names a connection's end as deliveries know it")
    func words() { #expect(HTTP2Reply.goAway == SendOutcome.goAway) }

    /// A transport for access tokens; a message that it gets is a failure.
    private static func onlyTokens(of bench: FCMBench) -> HTTPTransport {
        HTTPTransport { call in
            if !call.url.hasSuffix("/token") { Issue.record("a message was sent over HTTP/1.1") }
            return await HTTPTransport.client(bench.client).send(call)
        }
    }

    /// The outcomes of each message, by its position.
    private static func submit(_ tokens: [String], to provider: FCMProvider) async -> [Int: [SendOutcome]] {
        let outcomes = Mutex<[Int: [SendOutcome]]>([:])
        let sink = OutcomeSink { arrived in
            outcomes.withLock { for one in arrived { $0[one.index, default: []].append(one.outcome) } }
        }
        await provider.submit(PushBatch(tokens.map { PushBatch.Item(.fixture(token: $0)) }), into: sink)
        return outcomes.withLock { $0 }
    }
}
