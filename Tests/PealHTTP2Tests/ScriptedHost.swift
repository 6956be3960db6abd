import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import PealHTTP2

@testable import PealSandbox

/// A host that speaks HTTP/2 as a test tells it, and a pool of connections to it.
struct ScriptedHost {
    /// What it does with a request.
    enum Act: Sendable {
        case answer(Int, body: Int = 0)
        /// Leaves: this request and later ones are not looked at.
        case goAway
        case keep
    }

    let url: String
    let rootPEM: String

    /// Runs a host for the time of a test; `number` counts requests from 1.
    static func run(
        speaking name: String = "h2",
        _ act: @escaping @Sendable (_ number: Int) -> Act,
        _ body: (ScriptedHost) async throws -> Void
    ) async throws {
        let certificate = try SandboxCertificate(random: { 3 })
        let listeners = TLSListeners(tls: try certificate.context(speaking: name))
        let port = try await listeners.listen(port: 0) { channel in
            guard name == "h2" else { return }
            try channel.pipeline.syncOperations.addHandlers(TLSListeners.frames([]), ScriptedConnection(act))
        }
        do {
            try await body(ScriptedHost(url: "https://127.0.0.1:\(port)", rootPEM: certificate.rootPEM))
        } catch {
            await listeners.close(isPatient: false)
            throw error
        }
        await listeners.close(isPatient: false)
    }

    /// Sends requests, one after the other or all of them together; what became of each.
    func replies(
        to count: Int,
        together: Bool = false,
        at url: String? = nil,
        conduct: HTTP2Conduct = HTTP2Conduct(),
        timing: HTTP2Timing = HTTP2Timing(timeout: .seconds(120)),
        resolve: HTTP2Pool.Resolve? = nil
    ) async throws -> [HTTP2Reply] {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.applicationProtocols = ["h2"]
        tls.additionalTrustRoots = [.certificates(try NIOSSLCertificate.fromPEMBytes(Array(rootPEM.utf8)))]
        let endpoint = HTTP2Endpoint(url ?? self.url)
        guard let endpoint else { return [] }
        let pool = HTTP2Pool(
            endpoint: endpoint,
            tls: try NIOSSLContext(configuration: tls),
            connections: 1,
            conduct: conduct,
            timing: timing,
            group: .singleton,
            resolve: resolve,
            random: { 0 }
        )
        @Sendable func reply(to number: Int) async -> HTTP2Reply {
            let headers: HPACKHeaders = [
                ":method": "POST", ":scheme": "https", ":path": "/\(number)", ":authority": endpoint.authority,
            ]
            return await withCheckedContinuation { continuation in
                let call = HTTP2Pool.Call(headers: headers, body: ByteBuffer(string: "body")) {
                    continuation.resume(returning: $0)
                }
                pool.start([call], batch: number)
            }
        }
        var replies: [HTTP2Reply] = []
        if together {
            replies = await withTaskGroup(of: HTTP2Reply.self) { group in
                for number in 0..<count { group.addTask { await reply(to: number) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
        } else {
            for number in 0..<count { replies.append(await reply(to: number)) }
        }
        await pool.shutdown()
        return replies
    }
}

private final class ScriptedConnection: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private let act: @Sendable (_ number: Int) -> ScriptedHost.Act
    private var count = 0

    init(_ act: @escaping @Sendable (_ number: Int) -> ScriptedHost.Act) { self.act = act }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        guard case .data(let data) = frame.payload, data.endStream else { return }
        count += 1
        switch act(count) {
        case .keep: return
        case .goAway:
            let last = HTTP2StreamID(Int(frame.streamID) - 2)
            write(context, .rootStream, .goAway(lastStreamID: last, errorCode: .noError, opaqueData: nil))
        case .answer(let status, let size):
            let headers: HPACKHeaders = [":status": "\(status)", "x-number": "\(count)"]
            write(context, frame.streamID, .headers(.init(headers: headers, endStream: size == 0)))
            guard size > 0 else { break }
            let body = ByteBuffer(repeating: 0x61, count: size)
            write(context, frame.streamID, .data(.init(data: .byteBuffer(body), endStream: true)))
        }
        context.flush()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is TLSListeners.Goodbye { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {}

    private func write(_ context: ChannelHandlerContext, _ stream: HTTP2StreamID, _ payload: HTTP2Frame.FramePayload) {
        context.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
    }
}
