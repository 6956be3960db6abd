import NIOCore
import NIOWebSocket
import PealRealtime

/// Speaks WebSocket (RFC 6455) with one client: hands its texts to the session and writes the session's frames.
final class SocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    /// How long a client may take to take what was written.
    private static let patience = TimeAmount.seconds(30)
    /// How long a client may take to answer a close.
    private static let closing = TimeAmount.seconds(5)

    // A delivery touches the first four only: together they fill one line of the cache.
    private var isClosing = false
    /// The socket, once something was sent past the encoder.
    private var socket: OpenSocket?
    private var unsent = 0
    private var context: ChannelHandlerContext?
    private let subscription: StreamSubscription
    private let messageBytes: Int
    private var deadline: Scheduled<Void>?
    /// Pings that the client has not answered.
    private var unanswered = 0

    init(subscription: StreamSubscription, messageBytes: Int) {
        self.subscription = subscription
        self.messageBytes = messageBytes
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context _: ChannelHandlerContext) {
        deadline?.cancel()
        (context, socket) = (nil, nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        // It is closed: its number may soon be another connection's.
        socket = nil
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        unanswered = 0
        guard !isClosing || frame.opcode == .connectionClose else { return }
        switch frame.opcode {
        case .text: subscription.receive(Array(frame.unmaskedData.readableBytesView))
        case .binary: close(1003, "send text")
        case .ping: _ = write([WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)])
        case .pong: break
        case .connectionClose: leave(context, frame)
        default: close(1002, "unknown opcode")
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case NIOWebSocketError.invalidFrameLength, NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge,
            NIOWebSocketFrameAggregator.Error.tooManyFragments:
            close(1009, "larger than \(messageBytes) bytes")
        case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error, is ClientFrameCheck.Refused:
            close(1002, "broken frame")
        default: context.close(promise: nil)
        }
    }

    /// Writes frames; the future is fulfilled when the system has taken them.
    func write(_ frames: [WebSocketFrame]) -> EventLoopFuture<Void>? {
        guard let context, let last = frames.last else { return nil }
        for frame in frames.dropLast() { context.write(wrapOutboundOut(frame), promise: nil) }
        let written = isTaken(context)
        context.writeAndFlush(wrapOutboundOut(last), promise: written)
        return written.futureResult
    }

    /// The promise of what is about to be written: the client has to take it in time.
    private func isTaken(_ context: ChannelHandlerContext) -> EventLoopPromise<Void> {
        let taken = context.eventLoop.makePromise(of: Void.self)
        unsent += 1
        if deadline == nil { watch(context) }
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        taken.futureResult.whenComplete { _ in bound.value.sent() }
        return taken
    }

    /// Sends a ping; a client that answered neither of the two before is gone.
    func ping() -> EventLoopFuture<Void>? {
        unanswered += 1
        guard unanswered <= 2 else {
            subscription.end(.silent)
            return nil
        }
        return write([WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer())])
    }

    /// Says why and closes; the client is given a moment to answer.
    func close(_ code: UInt16, _ reason: String) {
        guard let context, !isClosing else { return }
        isClosing = true
        var data = ByteBuffer()
        data.writeInteger(code)
        data.writeString(String(decoding: reason.utf8.prefix(120), as: UTF8.self))
        _ = write([WebSocketFrame(fin: true, opcode: .connectionClose, data: data)])
        subscription.end(.gone)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: Self.closing) { bound.value.close(promise: nil) }
    }

    /// The client closes, or answers a close.
    private func leave(_ context: ChannelHandlerContext, _ frame: WebSocketFrame) {
        subscription.end(.gone)
        guard !isClosing else { return context.close(promise: nil) }
        isClosing = true
        let answer = WebSocketFrame(fin: true, opcode: .connectionClose, data: frame.unmaskedData)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        write([answer])?.whenComplete { _ in bound.value.close(promise: nil) }
    }

    private func sent() {
        unsent -= 1
        deadline?.cancel()
        deadline = nil
        if unsent > 0, let context { watch(context) }
    }

    /// Whoever takes nothing is cut off: it comes back with the cursor of what it has.
    private func watch(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        deadline = context.eventLoop.scheduleTask(in: Self.patience) {
            let (socket, context) = bound.value
            socket.subscription.end(.slow)
            context.close(promise: nil)
        }
    }
}

extension SocketHandler: LiveWriter {
    /// Sends texts; nothing follows a close.
    func send(_ framed: ByteBuffer) {
        guard !isClosing else { return }
        if socket == nil, let context { socket = OpenSocket(context.channel) }
        let taken = unsent == 0 ? socket?.send(framed) ?? 0 : 0
        guard taken < framed.readableBytes, let context else { return }
        let promise = isTaken(context)
        context.writeAndFlush(framed, after: taken, past: WebSocketFrameEncoder.self, promise: promise)
    }
}
