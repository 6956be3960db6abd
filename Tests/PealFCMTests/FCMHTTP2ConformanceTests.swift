import NIOCore
import NIOHPACK
import NIOHTTP2
import PealCore
import PealProviderKit
import PealTesting
import Testing

@testable import PealFCM
@testable import PealHTTP2
@testable import PealSandbox

@Suite("The FCM provider over HTTP/2")
struct FCMHTTP2ConformanceTests {
    private let conformance = ProviderConformance { behavior, body in
        try await Self.run(isDown: behavior == .isDown, body) { number in
            switch behavior {
            case .keepsFirst where number == 0, .keepsAll: .keep
            case .drops where number == 5: .drop
            default: .answer
            }
        }
    }

    /// Runs a provider against a server that does with each message what a test says.
    private static func run(
        isDown: Bool = false,
        _ body: @Sendable (ProviderBench) async throws -> Void,
        _ act: @escaping @Sendable (_ number: Int) -> ScriptedStreams.Act
    ) async throws {
        let certificate = try SandboxCertificate(random: { 7 })
        let listeners = TLSListeners(tls: try certificate.context(speaking: "h2"))
        let port = try await listeners.listen(port: 0) { channel in
            try channel.pipeline.syncOperations.addHandlers(
                TLSListeners.frames([HTTP2Setting(parameter: .maxConcurrentStreams, value: 10)]),
                ScriptedStreams(act)
            )
        }
        let options = try FCMOptions(
            serviceAccount: try ServiceAccountTests.account(),
            endpoint: "https://127.0.0.1:\(isDown ? 1 : port)"
        )
        let clock = TestClock()
        var timing = HTTP2Timing()
        timing.lastWord = .milliseconds(50)
        // No machine is too slow: only what a test ends is ended.
        (timing.timeout, timing.connect, timing.pingAnswer) = (.minutes(5), .minutes(5), .minutes(5))
        let connections = try FCMConnections(
            options: options,
            trustRootsPEM: certificate.rootPEM,
            timing: timing,
            now: { clock.now },
            random: { 0 }
        )
        let token = HTTPAnswer(
            status: 200,
            body: Array(#"{"access_token":"t","expires_in":3599,"token_type":"Bearer"}"#.utf8)
        )
        let provider = FCMProvider(
            options: options,
            transport: HTTPTransport { _ in .answered(token) },
            connections: connections,
            now: { clock.now }
        )
        let messages = (0..<PushBatch.limit).map { number in
            PushMessage.fixture(token: "registration-token-of-the-phone-\(1_000_000 + number)")
        }
        try await body(ProviderBench(provider: provider, messages: messages))
        await connections?.shutdown()
        await listeners.close(isPatient: false)
    }

    @Test("says nothing of a token or the configuration when the reason of a refusal is lost")
    func truncated() async throws {
        try await Self.run({ bench in
            let batch = PushBatch([PushBatch.Item(bench.messages[0])])
            let outcomes = try await ProviderConformance.outcomes(of: batch, bench.provider)
            #expect(outcomes == [.unavailable(reason: "answer-truncated", retryAfter: nil)])
        }) { _ in .cut }
    }

    @Test("keeps a promise", arguments: ProviderPromise.allCases)
    func keeps(_ promise: ProviderPromise) async throws { try await conformance.check(promise) }
}

/// A server that does with each message what a test tells it.
private final class ScriptedStreams: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    enum Act {
        case answer, keep, drop
        /// Refuses with a head, and ends before the body.
        case cut
    }

    private let act: @Sendable (_ number: Int) -> Act
    private var bodies: [HTTP2StreamID: [UInt8]] = [:]

    init(_ act: @escaping @Sendable (_ number: Int) -> Act) { self.act = act }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        guard case .data(let data) = frame.payload, case .byteBuffer(let bytes) = data.data else { return }
        bodies[frame.streamID, default: []].append(contentsOf: bytes.readableBytesView)
        guard data.endStream, let body = bodies.removeValue(forKey: frame.streamID) else { return }
        let token = JSONText.parse(body)?.object?["message"]?.object?["token"]?.string
        // A dry run names a token that nobody has.
        if token == "no-token" {
            return answer("404", #"{"error":{"status":"NOT_FOUND"}}"#, to: frame.streamID, in: context)
        }
        switch token.flatMap({ Int($0.suffix(3)) }).map(act) ?? .answer {
        case .keep: return
        case .drop: context.close(promise: nil)
        case .cut:
            let head = HTTP2Frame.FramePayload.headers(.init(headers: [":status": "404"]))
            context.writeAndFlush(wrapOutboundOut(HTTP2Frame(streamID: frame.streamID, payload: head)), promise: nil)
            context.close(promise: nil)
        case .answer: answer("200", #"{"name":"projects/demo/messages/1"}"#, to: frame.streamID, in: context)
        }
    }

    private func answer(_ status: String, _ body: String, to stream: HTTP2StreamID, in context: ChannelHandlerContext) {
        let head = HTTP2Frame.FramePayload.headers(.init(headers: [":status": status]))
        context.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: head)), promise: nil)
        let bytes = context.channel.allocator.buffer(string: body)
        let payload = HTTP2Frame.FramePayload.data(.init(data: .byteBuffer(bytes), endStream: true))
        context.writeAndFlush(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is TLSListeners.Goodbye { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}
