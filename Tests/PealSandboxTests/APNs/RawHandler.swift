import NIOCore
import NIOHPACK
import NIOHTTP2
import Synchronization

/// What a client heard about its connection.
final class RawNews: Sendable {
    struct Goodbye: Sendable, Equatable {
        var last: HTTP2StreamID
        var code: HTTP2ErrorCode
        var debug: String
    }

    /// Ends when the first goodbye comes.
    let heard: AsyncStream<Never>
    private let hearing: AsyncStream<Never>.Continuation
    private let state = Mutex<(limits: [Int], goodbyes: [Goodbye])>(([], []))

    init() { (heard, hearing) = AsyncStream.makeStream() }

    /// The numbers of streams advertised, in order.
    var limits: [Int] { state.withLock { $0.limits } }
    /// The goodbyes, in order.
    var goodbyes: [Goodbye] { state.withLock { $0.goodbyes } }

    func note(limit: Int) { state.withLock { $0.limits.append(limit) } }

    func note(_ goodbye: Goodbye) {
        state.withLock { $0.goodbyes.append(goodbye) }
        hearing.finish()
    }
}

/// The client's end of a connection, frame by frame.
final class RawHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private struct Pending {
        var promise: EventLoopPromise<RawOutcome>
        var answer = RawAnswer()
    }

    private let news: RawNews
    private let ended: EventLoopPromise<Void>
    private var pending: [HTTP2StreamID: Pending] = [:]
    private var next = HTTP2StreamID(1)
    private var isOpen = true
    private var context: ChannelHandlerContext?

    init(news: RawNews, ended: EventLoopPromise<Void>) {
        self.news = news
        self.ended = ended
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context _: ChannelHandlerContext) { context = nil }

    /// Writes requests in one go.
    func start(_ requests: [RawRequest], end: Bool) -> [EventLoopFuture<RawOutcome>] {
        guard let context else { return [] }
        return requests.map { request in
            let stream = next
            next = next.advanced(by: 2)
            guard isOpen else { return context.eventLoop.makeSucceededFuture(.lost) }
            let promise = context.eventLoop.makePromise(of: RawOutcome.self)
            pending[stream] = Pending(promise: promise)
            let isAlone = request.body.isEmpty && end
            write(.headers(HTTP2Frame.FramePayload.Headers(headers: request.block, endStream: isAlone)), on: stream)
            if !isAlone { writeBody(request.body, end: end, on: stream) }
            // Bodies wait for a flush and then go in any order; this keeps them in order.
            context.flush()
            return promise.futureResult
        }
    }

    /// Writes the rest of a request's body.
    func finish(_ stream: HTTP2StreamID, _ body: String) {
        writeBody(body, end: true, on: stream)
        context?.flush()
    }

    private func writeBody(_ body: String, end: Bool, on stream: HTTP2StreamID) {
        guard let context else { return }
        let bytes = context.channel.allocator.buffer(string: body)
        write(.data(HTTP2Frame.FramePayload.Data(data: .byteBuffer(bytes), endStream: end)), on: stream)
    }

    private func write(_ payload: HTTP2Frame.FramePayload, on stream: HTTP2StreamID) {
        context?.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
    }

    func channelRead(context _: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.payload {
        case .settings(.settings(let settings)):
            for setting in settings where setting.parameter == .maxConcurrentStreams { news.note(limit: setting.value) }
            ended.succeed()
        case .headers(let headers):
            guard var waiting = pending[frame.streamID] else { return }
            for (name, value, _) in headers.headers {
                if name == ":status" { waiting.answer.status = value } else { waiting.answer.headers[name] = value }
            }
            pending[frame.streamID] = waiting
            if headers.endStream { complete(frame.streamID, .answer(waiting.answer)) }
        case .data(let data):
            guard case .byteBuffer(let bytes) = data.data, var waiting = pending[frame.streamID] else { return }
            waiting.answer.body += Array(bytes.readableBytesView)
            pending[frame.streamID] = waiting
            if data.endStream { complete(frame.streamID, .answer(waiting.answer)) }
        case .rstStream(let code):
            guard let waiting = pending[frame.streamID] else { return }
            complete(frame.streamID, .reset(code, waiting.answer))
        case .goAway(let last, let code, let debug):
            news.note(RawNews.Goodbye(last: last, code: code, debug: debug.map { String(buffer: $0) } ?? ""))
            for stream in pending.keys where stream > last { complete(stream, .notProcessed) }
        default: break
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        isOpen = false
        for stream in Array(pending.keys) { complete(stream, .lost) }
        ended.fail(ChannelError.eof)
        context.fireChannelInactive()
    }

    func errorCaught(context _: ChannelHandlerContext, error _: any Error) {
        // A stream the server refused, or a connection it dropped: the frames tell it too.
    }

    private func complete(_ stream: HTTP2StreamID, _ outcome: RawOutcome) {
        pending.removeValue(forKey: stream)?.promise.succeed(outcome)
    }
}

/// Hides the server's first SETTINGS from NIO, which would keep the client from breaking the rule.
final class LimitBlinder: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private var isFirst = true

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard isFirst else { return context.fireChannelRead(data) }
        isFirst = false
        var bytes = unwrapInboundIn(data)
        // Nine bytes of frame header, two of the parameter's number; then its value.
        bytes.setInteger(UInt32(1 << 20), at: bytes.readerIndex + 11)
        context.fireChannelRead(wrapInboundOut(bytes))
    }
}
