import NIOCore
import NIOHPACK
import NIOHTTP2
import Synchronization

@testable import PealSandbox

/// A push service that speaks HTTP/2, and does with each message what a test says.
final class PushHost: Sendable {
    enum Act: Sendable {
        case answer(Int, body: Int = 0)
        /// Answers when the test says so.
        case hold
        case keep
        case drop
        /// Ends the stream after the status and a part of the body.
        case cut(Int)
        /// Ends the stream without an answer.
        case reset(HTTP2ErrorCode)
    }

    private struct State {
        var connections: [any Channel] = []
        var held: [EventLoopPromise<Void>] = []
    }

    let rootPEM: String
    /// The paths of requests, as they arrive.
    let arrivals: AsyncStream<String>
    private let arrival: AsyncStream<String>.Continuation
    private let act: @Sendable (_ number: Int) -> Act
    private let state = Mutex(State())
    private let boundPort = Mutex(0)

    private init(rootPEM: String, _ act: @escaping @Sendable (_ number: Int) -> Act) {
        self.rootPEM = rootPEM
        self.act = act
        (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1_000))
    }

    var port: Int { boundPort.withLock { $0 } }
    var url: String { "https://127.0.0.1:\(port)" }
    /// Every connection so far.
    var connections: [any Channel] { state.withLock { $0.connections } }

    /// Answers all that is held.
    func release() {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        for promise in held { promise.succeed() }
    }

    /// Runs a host for the time of a test.
    /// - Parameters:
    ///   - certificate: what it proves itself with; hosts of one test may share it.
    ///   - name: the protocol it takes in ALPN.
    ///   - streams: how many streams it permits on a connection.
    ///   - act: what it does with a message, by the number at the end of the path.
    ///   - body: the test.
    /// - Throws: what keeps it from listening; what the test throws.
    static func run(
        with certificate: SandboxCertificate? = nil,
        speaking name: String = "h2",
        streams: Int = 100,
        acting act: @escaping @Sendable (_ number: Int) -> Act = { _ in .answer(201) },
        _ body: (PushHost) async throws -> Void
    ) async throws {
        let certificate = try certificate ?? SandboxCertificate(random: { 11 })
        let host = PushHost(rootPEM: certificate.rootPEM, act)
        let listeners = TLSListeners(tls: try certificate.context(speaking: name))
        let port = try await listeners.listen(port: 0) { channel in
            host.state.withLock { $0.connections.append(channel) }
            guard name == "h2" else { return }
            try channel.pipeline.syncOperations.addHandlers(
                TLSListeners.frames([HTTP2Setting(parameter: .maxConcurrentStreams, value: streams)]),
                Frames(host)
            )
        }
        host.boundPort.withLock { $0 = port }
        do {
            try await body(host)
        } catch {
            host.release()
            await listeners.close(isPatient: false)
            throw error
        }
        host.release()
        await listeners.close(isPatient: false)
    }

    private final class Frames: ChannelInboundHandler {
        typealias InboundIn = HTTP2Frame
        typealias OutboundOut = HTTP2Frame

        private let host: PushHost
        private var paths: [HTTP2StreamID: String] = [:]

        init(_ host: PushHost) { self.host = host }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let frame = unwrapInboundIn(data)
            switch frame.payload {
            case .headers(let headers): paths[frame.streamID] = headers.headers.first(name: ":path") ?? ""
            case .data(let data) where data.endStream:
                guard let path = paths.removeValue(forKey: frame.streamID) else { return }
                host.arrival.yield(path)
                act(host.act(Int(path.suffix(3)) ?? -1), on: frame.streamID, in: context)
            default: break
            }
        }

        private func act(_ act: Act, on stream: HTTP2StreamID, in context: ChannelHandlerContext) {
            switch act {
            case .keep: return
            case .drop: context.close(promise: nil)
            case .reset(let code):
                write(context, stream, .rstStream(code))
                context.flush()
            case .cut(let status):
                answer(status, body: 1, isWhole: false, on: stream, in: context)
            case .answer(let status, let body): answer(status, body: body, on: stream, in: context)
            case .hold:
                let promise = context.eventLoop.makePromise(of: Void.self)
                let here = NIOLoopBound((self, context), eventLoop: context.eventLoop)
                promise.futureResult.whenSuccess {
                    let (handler, context) = here.value
                    if context.channel.isActive { handler.answer(201, body: 0, on: stream, in: context) }
                }
                host.state.withLock { $0.held.append(promise) }
            }
        }

        private func answer(
            _ status: Int,
            body size: Int,
            isWhole: Bool = true,
            on stream: HTTP2StreamID,
            in context: ChannelHandlerContext
        ) {
            let headers: HPACKHeaders = [":status": "\(status)", "location": "https://push.example/m/1"]
            write(context, stream, .headers(.init(headers: headers, endStream: size == 0)))
            if size > 0 {
                let body = ByteBuffer(repeating: 0x61, count: size)
                write(context, stream, .data(.init(data: .byteBuffer(body), endStream: isWhole)))
            }
            if !isWhole { write(context, stream, .rstStream(.internalError)) }
            context.flush()
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event is TLSListeners.Goodbye { context.close(promise: nil) }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {}

        private func write(
            _ context: ChannelHandlerContext,
            _ stream: HTTP2StreamID,
            _ payload: HTTP2Frame.FramePayload
        ) {
            context.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
        }
    }
}
