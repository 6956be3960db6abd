import NIOCore
import NIOPosix
import PealHTTP2
import Synchronization
import Testing

@Suite("Connections to hosts that speak HTTP/2")
struct HTTP2PoolTests {
    @Test("carry requests, and bring answers with their headers and bodies")
    func answers() async throws {
        try await ScriptedHost.run({ .answer($0 == 1 ? 200 : 404, body: $0) }) { host in
            let replies = try await host.replies(to: 2)
            guard case .answered(let first) = replies[0], case .answered(let second) = replies[1] else {
                Issue.record("\(replies)")
                return
            }
            #expect(first.status == 200)
            #expect(first.header("x-number") == "1")
            #expect(first.body == Array("a".utf8))
            #expect(second.status == 404)
            #expect(second.isComplete)
        }
    }

    @Test("cut an answer that is longer than its stream's window, and go on")
    func longAnswer() async throws {
        try await ScriptedHost.run({ .answer(503, body: $0 == 1 ? 1_000_000 : 1) }) { host in
            let replies = try await host.replies(to: 2, conduct: HTTP2Conduct(bodyLimit: 100))
            guard case .answered(let cut) = replies[0], case .answered(let next) = replies[1] else {
                Issue.record("\(replies)")
                return
            }
            #expect(cut.status == 503)
            #expect(cut.body.count == 100)
            #expect(!cut.isComplete)
            #expect(next.isComplete)
        }
    }

    @Test("return what a leaving host has not looked at, and take the next requests to another connection")
    func goAway() async throws {
        try await ScriptedHost.run({ $0 == 2 ? .goAway : .answer(200) }) { host in
            let replies = try await host.replies(to: 3)
            #expect(replies[1] == .notProcessed(reason: HTTP2Reply.goAway))
            guard case .answered = replies[2] else {
                Issue.record("\(replies[2])")
                return
            }
        }
    }

    @Test(
        "send one request at a time until one proves the credentials, where a service has that rule",
        arguments: [(true, 1), (false, 2)]
    )
    func conduct(hasRule: Bool, seen expected: Int) async throws {
        let seen = Seen()
        let act: @Sendable (Int) -> ScriptedHost.Act = { number in
            seen.most.withLock { $0 = max($0, number) }
            return .keep
        }
        try await ScriptedHost.run(act) { host in
            let conduct = hasRule ? HTTP2Conduct(provesCredentials: { $0 == 200 }) : HTTP2Conduct()
            var timing = HTTP2Timing(timeout: .seconds(2))
            timing.connect = .minutes(5)
            let replies = try await host.replies(to: 2, together: true, conduct: conduct, timing: timing)
            #expect(replies.count == 2)
        }
        #expect(seen.most.withLock { $0 } == expected)
    }

    private final class Seen: Sendable {
        let most = Mutex(0)
    }

    @Test("say that a host does not speak HTTP/2")
    func alpn() async throws {
        try await ScriptedHost.run(speaking: "http/1.1", { _ in .keep }) { host in
            let replies = try await host.replies(to: 1)
            #expect(replies == [.notSent(reason: HTTP2Reply.notHTTP2)])
        }
    }

    @Test("say so, too, of a host that ends the handshake for that reason (RFC 7301, 3.2)")
    func noApplicationProtocol() async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Alert()) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(server.localAddress?.port)
        try await ScriptedHost.run({ _ in .keep }) { host in
            let replies = try await host.replies(to: 1, at: "https://127.0.0.1:\(port)")
            #expect(replies == [.notSent(reason: HTTP2Reply.notHTTP2)])
        }
        try await server.close()
    }

    /// Answers a client's hello with the fatal alert `no_application_protocol`.
    private final class Alert: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        func channelRead(context: ChannelHandlerContext, data _: NIOAny) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: [21, 3, 3, 0, 2, 2, 120])), promise: nil)
        }
    }

    @Test("leave the fate of a request open that gets no answer in time")
    func timeout() async throws {
        // The first one opens the connection, so that the second one has its time for itself.
        try await ScriptedHost.run({ $0 == 1 ? .answer(200) : .keep }) { host in
            var timing = HTTP2Timing(timeout: .seconds(2))
            timing.connect = .minutes(5)
            let replies = try await host.replies(to: 2, timing: timing)
            #expect(replies[1] == .answerLost(reason: "timeout"))
        }
    }

    @Test("go to an address that a guard chooses, or nowhere when it refuses")
    func resolve() async throws {
        try await ScriptedHost.run({ _ in .answer(200) }) { host in
            let port = try #require(HTTP2Endpoint(host.url)?.port)
            let chosen = try await host.replies(to: 1, at: "https://localhost:\(port)") { endpoint, loop in
                loop.makeCompletedFuture { [try SocketAddress(ipAddress: "127.0.0.1", port: endpoint.port)] }
            }
            guard case .answered = chosen.first else {
                Issue.record("\(chosen)")
                return
            }
            let refused = try await host.replies(to: 1) { _, loop in
                loop.makeFailedFuture(HTTP2Refusal(reason: "endpoint-refused"))
            }
            #expect(refused == [.notSent(reason: "endpoint-refused")])
            let none = try await host.replies(to: 1) { _, loop in loop.makeSucceededFuture([]) }
            #expect(none == [.notSent(reason: "connection-failed")])
        }
    }

    @Test("tell those who come during the pause after a refusal of a failure, since nothing was looked up for them")
    func pauseAfterRefusal() async throws {
        var timing = HTTP2Timing()
        timing.patience = .zero
        (timing.firstPause, timing.longestPause) = (.minutes(30), .minutes(30))
        try await ScriptedHost.run({ _ in .answer(200) }) { host in
            let replies = try await host.replies(to: 2, timing: timing) { _, loop in
                loop.makeFailedFuture(HTTP2Refusal(reason: "endpoint-refused"))
            }
            #expect(replies == [.notSent(reason: "endpoint-refused"), .notSent(reason: "connection-failed")])
        }
    }

    @Test("wait for a guard's look-up no longer than for a connection, also at the end")
    func slowLookUp() async throws {
        var timing = HTTP2Timing()
        timing.connect = .milliseconds(50)
        try await ScriptedHost.run({ _ in .answer(200) }) { host in
            let replies = try await host.replies(to: 1, timing: timing) { _, loop in
                let late = loop.makePromise(of: [SocketAddress].self)
                loop.scheduleTask(in: .milliseconds(400)) { late.succeed([]) }
                return late.futureResult
            }
            #expect(replies == [.notSent(reason: "connect-timeout")])
        }
    }

    @Test("try the next address that a guard chose where nobody listens at the first one")
    func nextAddress() async throws {
        try await ScriptedHost.run({ _ in .answer(200) }) { host in
            let replies = try await host.replies(to: 1) { endpoint, loop in
                loop.makeCompletedFuture {
                    // The port is open on one of them only.
                    try ["127.0.0.2", "127.0.0.1"].map { try SocketAddress(ipAddress: $0, port: endpoint.port) }
                }
            }
            guard case .answered = replies.first else {
                Issue.record("\(replies)")
                return
            }
        }
    }

    @Test(
        "avoid a host that did not speak HTTP/2 for an hour, unless the clock is set back",
        arguments: [(1_000, false), (4_599, false), (4_600, true), (999, true)]
    )
    func avoidance(at second: Int64, isOver: Bool) {
        let avoidance = HTTP2Avoidance()
        #expect(avoidance.isOver(at: 1_000))
        avoidance.begin(at: 1_000)
        #expect(avoidance.isOver(at: second) == isOver)
    }

    @Test(
        "know a host by its URL",
        arguments: [
            ("https://fcm.googleapis.com", "fcm.googleapis.com"), ("https://127.0.0.1:8443/", "127.0.0.1:8443"),
            ("https://[::1]:9", "[::1]:9"),
        ]
    )
    func endpoint(_ url: String, authority: String) { #expect(HTTP2Endpoint(url)?.authority == authority) }

    @Test("are not opened in the clear", arguments: ["http://127.0.0.1", "https://", "https://a/b", "https://a:0"])
    func noEndpoint(_ url: String) { #expect(HTTP2Endpoint(url) == nil) }
}
