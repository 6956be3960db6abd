import Hummingbird
import NIOCore
import NIOHTTP1
import PealWire

/// Answers the first request of a connection with 503 and ends it, so that the client can read the answer.
final class DrainHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// How long a client may take to send its request, and to read the answer.
    private static let patience = TimeAmount.seconds(5)

    private var isAnswered = false
    private var timer: Scheduled<Void>?

    func channelActive(context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) { context.close(promise: nil) }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The rest of a body is read, and not kept: a socket that closes with bytes unread takes its answer back.
        guard case .head(let request) = unwrapInboundIn(data), !isAnswered else { return }
        isAnswered = true
        let (head, body) = Self.answer(to: request)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if request.method != .HEAD {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
        }
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { _ in context.close(mode: .output, promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: sent)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error _: any Error) { context.close(promise: nil) }

    private static func answer(to request: HTTPRequestHead) -> (HTTPResponseHead, [UInt8]) {
        let id = RequestID().description
        let problem = Problem(.overloaded, "the server is stopping; send the request again", retryAfter: 1)
        let answer = ProblemMiddleware.answer(problem, requestID: id)
        var fields = answer.headers
        SecurityHeaders.add(to: &fields)
        var head = HTTPResponseHead(version: request.version, status: .serviceUnavailable)
        for field in fields { head.headers.replaceOrAdd(name: field.name.rawName, value: field.value) }
        head.headers.replaceOrAdd(name: "Content-Type", value: answer.contentType)
        head.headers.replaceOrAdd(name: "Cache-Control", value: "no-store")
        head.headers.replaceOrAdd(name: "X-Request-Id", value: id)
        head.headers.replaceOrAdd(name: "Content-Length", value: "\(answer.body.count)")
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        return (head, answer.body)
    }
}
