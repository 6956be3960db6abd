import NIOCore
import NIOHTTP1

/// Stands between a connection and the server: keeps its deadlines, ends it after its last answer so that the client can
/// read that answer, refuses a header without exactly one host or with an unknown transfer coding, and puts words into a
/// bare 400.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    // A delivery touches the first four only: together they fill one line of the cache.
    /// Whether the answer under way comes in chunks, while it is made.
    private var isChunked = false
    /// The socket, once something was sent past the encoder.
    private var socket: OpenSocket?
    private var context: ChannelHandlerContext?
    private var watch: ConnectionWatch
    private var timer: (task: Scheduled<Void>, at: NIODeadline)?
    private var hasBodyBegun = false
    /// Whether a header was refused: whatever follows is not read.
    private var isRefused = false
    /// Whether the refused header was of a HEAD request: its answer has no body.
    private var isRefusedHead = false
    private var endsWithAnswer = false
    private let table: ConnectionTable
    private var connection: OpenConnection?

    init(limits: ConnectionLimits, table: ConnectionTable, openedAt now: NIODeadline) {
        self.table = table
        watch = ConnectionWatch(limits: limits, openedAt: now)
    }

    func channelActive(context: ChannelHandlerContext) {
        connection = table.open(context.channel, at: now(context))
        guard connection != nil else { return context.close(promise: nil) }
        arm(context)
        context.fireChannelActive()
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context _: ChannelHandlerContext) {
        timer?.task.cancel()
        (timer, context, socket) = (nil, nil, nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        // It is closed: its number may soon be another connection's.
        socket = nil
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !watch.isClosing, !isRefused else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            guard HostHeader.isAcceptable(head), TransferCoding.isAcceptable(head) else {
                isRefused = true
                isRefusedHead = head.method == .HEAD
                // Answered in its turn, after the answers that are under way.
                context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
                return
            }
            hasBodyBegun = false
            watch.header(keepsAlive: head.isKeepAlive, at: now(context))
            connection?.works()
        case .body: hasBodyBegun = true
        case .end: watch.bodyEnded()
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        arm(context)
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !watch.isClosing else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.code >= 200:
            write(head, context, promise)
        case .body where isChunked:
            let taken = chunkIsTaken(context)
            taken.futureResult.cascade(to: promise)
            context.write(data, promise: taken)
            arm(context)
        case .end:
            let ended = promise ?? context.eventLoop.makePromise(of: Void.self)
            let ends = endsWithAnswer
            watch.answered(ends: ends, at: now(context))
            endsWithAnswer = false
            if watch.isQuiet { connection?.rests(at: now(context)) }
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            ended.futureResult.whenComplete { _ in
                let (guarded, context) = bound.value
                guarded.watch.sent(at: guarded.now(context))
                if ends { context.close(mode: .output, promise: nil) }
                guarded.arm(context)
            }
            context.write(data, promise: ended)
            arm(context)
        default:
            context.write(data, promise: promise)
        }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is ContinueRequest else {
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        // A client that did not wait needs no leave.
        guard watch.isReadingFront, !hasBodyBegun, !watch.isClosing else {
            promise?.succeed()
            return
        }
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if watch.isClosing, let event = event as? ChannelEvent, event == .inputClosed {
            // The client has the last answer.
            context.close(promise: nil)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .output {
            watch.close(at: now(context))
            arm(context)
        }
        context.close(mode: mode, promise: promise)
    }

    /// The promise of a chunk that is about to be written: the client has to take it in time.
    private func chunkIsTaken(_ context: ChannelHandlerContext) -> EventLoopPromise<Void> {
        let taken = context.eventLoop.makePromise(of: Void.self)
        watch.chunkWritten(at: now(context))
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        taken.futureResult.whenComplete { _ in
            let (guarded, context) = bound.value
            guarded.watch.sent(at: guarded.now(context))
            guarded.arm(context)
        }
        return taken
    }

    private func write(
        _ head: HTTPResponseHead,
        _ context: ChannelHandlerContext,
        _ promise: EventLoopPromise<Void>?
    ) {
        var head = head
        let isBare = head.status == .badRequest && !head.headers.contains(name: "content-type")
        let body = isBare ? BareRefusal.describe(&head) : nil
        isChunked = !head.headers.contains(name: "content-length")
        endsWithAnswer =
            watch.endsWithNextAnswer
            || head.headers[canonicalForm: "connection"].contains { $0.lowercased() == "close" }
        if endsWithAnswer { head.headers.replaceOrAdd(name: "connection", value: "close") }
        context.write(wrapOutboundOut(.head(head)), promise: promise)
        if let body, !isRefusedHead {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
        }
    }

    private func now(_ context: ChannelHandlerContext) -> NIODeadline { context.eventLoop.now }

    /// Schedules a check for when the next deadline has passed.
    private func arm(_ context: ChannelHandlerContext) {
        guard context.channel.isActive, let next = watch.next else { return }
        if let timer, timer.at <= next.at { return }
        timer?.task.cancel()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let task = context.eventLoop.scheduleTask(deadline: next.at) {
            let (guarded, context) = bound.value
            guarded.timer = nil
            guarded.look(context)
        }
        timer = (task, next.at)
    }

    private func look(_ context: ChannelHandlerContext) {
        let instant = now(context)
        if let next = watch.next, next.at <= instant {
            switch next.deadline {
            case .silence, .closing:
                context.close(promise: nil)
                return
            case .body:
                watch.bodyIsOverdue(at: instant)
                context.fireErrorCaught(BodyFault.overdue)
            }
        }
        arm(context)
    }
}

extension ConnectionGuard: LiveWriter {
    /// Sends a chunk of the answer that is made.
    func send(_ framed: ByteBuffer) {
        guard isChunked, !watch.isClosing else { return }
        if socket == nil, let context { socket = OpenSocket(context.channel) }
        let taken = watch.isTaken ? socket?.send(framed) ?? 0 : 0
        guard taken < framed.readableBytes, let context else { return }
        let promise = chunkIsTaken(context)
        context.writeAndFlush(framed, after: taken, past: HTTPResponseEncoder.self, promise: promise)
        arm(context)
    }
}
