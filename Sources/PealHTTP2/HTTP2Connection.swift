import NIOCore
import NIOHPACK
import NIOHTTP2

/// One HTTP/2 connection, spoken in bare frames.
///
/// There is no channel per stream: a request is two frames out and one or two in, and a table of open streams is all the state
/// there is. Everything runs on the connection's event loop.
final class HTTP2Connection: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    /// What is left of a request once it is written: who waits, and for how long.
    private struct Stream {
        let batch: Int
        let writtenAt: NIODeadline
        var deadline: NIODeadline
        /// Whether its caller gave up before the time-out: then its silence proves nothing.
        var isHurried = false
        let reply: @Sendable (HTTP2Reply) -> Void
        var answer: HTTP2Answer?
        /// Bytes of the answer's body so far.
        var received = 0
    }

    /// What a connection reports to its owner, always on the event loop.
    protocol Owner: AnyObject {
        /// The server said what it takes.
        func isReady(_ connection: HTTP2Connection)
        /// More or fewer requests fit than before, or some were answered.
        func roomChanged(_ connection: HTTP2Connection)
        /// No new requests fit any more, ever.
        func isLeaving(_ connection: HTTP2Connection)
        /// It has ended, and every request on it has its reply.
        func hasEnded(_ connection: HTTP2Connection, reason: String)
        /// Requests have their replies.
        func finished(_ count: Int)
    }

    /// An answer longer than this is cut: its stream's window, which is never opened again, is a little larger.
    private static let longestAnswer = 60_000
    /// The server's window for what it sends is opened again in steps of this.
    private static let windowStep = 32_768
    /// What is looked at of a GOAWAY's debug data.
    private static let debugLimit = 4096
    private static let lastStreamID: Int32 = .max - 2

    private let conduct: HTTP2Conduct
    private weak var owner: (any Owner)?
    private var context: ChannelHandlerContext?
    private var streams: [HTTP2StreamID: Stream] = [:]
    private var nextStreamID: Int32 = 1
    private var serverLimit: Int?
    private var isProven: Bool
    private(set) var isLeaving = false
    private var hasEnded = false
    private var endReason: String?
    private var unacknowledgedBytes = 0
    private var lastRead: NIODeadline
    /// When the server last answered any request; PINGs do not count, a half-dead server answers those.
    private var lastAnswer: NIODeadline?
    private var pingSentAt: NIODeadline?
    let openedAt: NIODeadline

    init(conduct: HTTP2Conduct, now: NIODeadline) {
        self.conduct = conduct
        isProven = conduct.provesCredentials == nil
        openedAt = now
        lastRead = now
    }

    /// Whether the server ever took our credentials here, or answered at all where it has no rule about them.
    var hasProvenItself: Bool { isProven && lastAnswer != nil }
    /// Why it ends, as far as that is known.
    var reason: String { endReason ?? "connection-closed" }
    /// How many requests wait for their answers.
    var openStreams: Int { streams.count }
    /// Whether the server has said what it takes.
    var isOpen: Bool { serverLimit != nil && !hasEnded }

    /// How many requests it takes at a time: one until the server took our credentials, then what it says.
    var capacity: Int {
        guard let serverLimit, !isLeaving, !hasEnded else { return 0 }
        return isProven ? serverLimit : min(serverLimit, 1)
    }

    var hasRoom: Bool { streams.count < capacity && context?.channel.isWritable == true }

    /// Binds it to its owner, which learns immediately what has happened so far.
    func adopt(by owner: any Owner) {
        self.owner = owner
        if hasEnded {
            owner.hasEnded(self, reason: reason)
        } else if serverLimit != nil {
            owner.isReady(self)
        }
    }

    /// Writes a request; ``flush()`` sends it.
    func start(_ request: HTTP2Request) {
        guard let context else {
            owner?.finished(1)
            request.reply(.notSent(reason: "connection-closed"))
            return
        }
        let id = HTTP2StreamID(nextStreamID)
        nextStreamID += 2
        streams[id] = Stream(
            batch: request.batch,
            writtenAt: context.eventLoop.now,
            deadline: request.deadline,
            reply: request.reply
        )
        let head = HTTP2Frame.FramePayload.headers(.init(headers: request.headers, endStream: false))
        context.write(wrapOutboundOut(HTTP2Frame(streamID: id, payload: head)), promise: nil)
        let body = HTTP2Frame.FramePayload.data(.init(data: .byteBuffer(request.body), endStream: true))
        context.write(wrapOutboundOut(HTTP2Frame(streamID: id, payload: body)), promise: nil)
        if nextStreamID >= Self.lastStreamID { leave() }
    }

    func flush() { context?.flush() }

    /// The sender of a batch gives up: its answers may still come, for a moment.
    func hurry(_ batch: Int, until deadline: NIODeadline) {
        for (id, stream) in streams where stream.batch == batch && deadline < stream.deadline {
            streams[id]?.deadline = deadline
            streams[id]?.isHurried = true
        }
    }

    /// Takes no more requests; ends when those on it have their answers.
    func leave(reason: String? = nil) {
        if endReason == nil { endReason = reason }
        guard !isLeaving, !hasEnded else { return }
        isLeaving = true
        owner?.isLeaving(self)
        closeWhenEmpty()
    }

    /// Ends it immediately: what is open is of unknown fate.
    func close(reason: String) {
        if endReason == nil { endReason = reason }
        // Not when the channel has closed: TLS waits for a last word that a dead peer never says.
        end()
        context?.close(promise: nil)
    }

    /// Looks at what should have happened by now.
    func tick(now: NIODeadline, timing: HTTP2Timing) {
        guard !hasEnded, let context else { return }
        let late = streams.filter { $0.value.deadline <= now }
        owner?.finished(late.count)
        for (id, stream) in late {
            streams[id] = nil
            let payload = HTTP2Frame.FramePayload.rstStream(.cancel)
            context.write(wrapOutboundOut(HTTP2Frame(streamID: id, payload: payload)), promise: nil)
            stream.reply(reply(to: stream, lost: "timeout"))
        }
        if !late.isEmpty {
            context.flush()
            if late.values.contains(where: isProofOfSilence) { leave(reason: "connection-silent") }
            owner?.roomChanged(self)
            closeWhenEmpty()
        }
        keepAlive(now: now, timing: timing, context: context)
    }

    /// Whether a request that timed out shows that the server does not work on this connection any more: nothing was answered
    /// since it was written, though others may still be waiting.
    private func isProofOfSilence(_ stream: Stream) -> Bool {
        !stream.isHurried && lastAnswer.map { $0 < stream.writtenAt } ?? true
    }

    /// When it wants to be looked at next while nothing is open.
    func nextLook(timing: HTTP2Timing) -> NIODeadline {
        pingSentAt.map { $0 + timing.pingAnswer } ?? lastRead + timing.idle
    }

    private func keepAlive(now: NIODeadline, timing: HTTP2Timing, context: ChannelHandlerContext) {
        guard isOpen else { return }
        if let pingSentAt {
            if lastRead >= pingSentAt {
                self.pingSentAt = nil
            } else if now - pingSentAt >= timing.pingAnswer {
                close(reason: "connection-dead")
            }
            return
        }
        guard now - lastRead >= (streams.isEmpty ? timing.idle : min(timing.idle, timing.pingAnswer)) else { return }
        pingSentAt = now
        let ping = HTTP2Frame.FramePayload.ping(HTTP2PingData(withInteger: UInt64(nextStreamID)), ack: false)
        context.writeAndFlush(wrapOutboundOut(HTTP2Frame(streamID: .rootStream, payload: ping)), promise: nil)
    }

    // MARK: Channel

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        end()
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        close(reason: ConnectionFailureCode.code(of: error))
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        owner?.roomChanged(self)
        context.fireChannelWritabilityChanged()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        lastRead = context.eventLoop.now
        owner?.roomChanged(self)
        context.fireChannelReadComplete()
        closeWhenEmpty()
    }

    // Frames and streams are all that is looked at: flow control's events are not passed to the end of the pipeline.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {}

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.payload {
        case .headers(let headers): received(headers.headers, isEnd: headers.endStream, on: frame.streamID)
        case .data(let data): received(data, on: frame.streamID, context: context)
        case .rstStream(let code): reset(frame.streamID, code: code)
        case .goAway(let last, let code, let debug): goAway(last: last, code: code, debug: debug)
        case .settings(.settings(let settings)): received(settings)
        default: break
        }
    }

    // MARK: Frames

    private func received(_ settings: HTTP2Settings) {
        let isFirst = serverLimit == nil
        // No limit until the server names one (RFC 9113, 6.5.2); 100 is what it recommends at least.
        let named = settings.last { $0.parameter == .maxConcurrentStreams }?.value
        serverLimit = named.map { min($0, 10_000) } ?? serverLimit ?? 100
        if isFirst { owner?.isReady(self) }
    }

    private func received(_ headers: HPACKHeaders, isEnd: Bool, on id: HTTP2StreamID) {
        lastAnswer = context?.eventLoop.now ?? lastAnswer
        guard var stream = streams[id] else { return }
        if stream.answer == nil {
            guard let status = headers.first(name: ":status").flatMap({ Int($0) }) else {
                close(reason: "malformed-answer")
                return
            }
            // Informational: the answer itself is still to come.
            guard status >= 200 else { return }
            stream.answer = HTTP2Answer(status: status, headers: headers, isComplete: false)
            if !isProven, conduct.provesCredentials?(status) ?? true { isProven = true }
        }
        if isEnd { complete(id, stream) } else { streams[id] = stream }
    }

    private func received(_ data: HTTP2Frame.FramePayload.Data, on id: HTTP2StreamID, context: ChannelHandlerContext) {
        let size = data.data.readableBytes
        unacknowledgedBytes += size + (data.paddingBytes.map { $0 + 1 } ?? 0)
        if unacknowledgedBytes >= Self.windowStep {
            let payload = HTTP2Frame.FramePayload.windowUpdate(windowSizeIncrement: unacknowledgedBytes)
            context.writeAndFlush(wrapOutboundOut(HTTP2Frame(streamID: .rootStream, payload: payload)), promise: nil)
            unacknowledgedBytes = 0
        }
        guard var stream = streams[id] else { return }
        if size > 0, stream.answer != nil, case .byteBuffer(let buffer) = data.data {
            let room = conduct.bodyLimit - (stream.answer?.body.count ?? 0)
            stream.answer?.body.append(contentsOf: buffer.readableBytesView.prefix(max(room, 0)))
        }
        stream.received += size
        if data.endStream {
            complete(id, stream)
        } else if stream.received > Self.longestAnswer {
            cut(id, stream, context: context)
        } else {
            streams[id] = stream
        }
    }

    /// The status is definite; more of the body would wait for a window that is not opened.
    private func cut(_ id: HTTP2StreamID, _ stream: Stream, context: ChannelHandlerContext) {
        streams[id] = nil
        let payload = HTTP2Frame.FramePayload.rstStream(.cancel)
        context.writeAndFlush(wrapOutboundOut(HTTP2Frame(streamID: id, payload: payload)), promise: nil)
        finish(stream, reply(to: stream, lost: "malformed-answer"))
    }

    private func complete(_ id: HTTP2StreamID, _ stream: Stream) {
        streams[id] = nil
        guard var answer = stream.answer else {
            finish(stream, .answerLost(reason: "malformed-answer"))
            return
        }
        answer.isComplete = true
        finish(stream, .answered(answer))
        // Both mean that this connection is at its end, though the server may not say so in a frame.
        if answer.status == 503 || answer.status == 400, !conduct.farewells.isEmpty,
            let reason = conduct.reason(answer.body), conduct.farewells.contains(reason)
        {
            leave(reason: HTTP2Reply.goAway)
        }
    }

    private func reset(_ id: HTTP2StreamID, code: HTTP2ErrorCode) {
        lastAnswer = context?.eventLoop.now ?? lastAnswer
        guard let stream = streams.removeValue(forKey: id) else { return }
        let reply: HTTP2Reply =
            switch code {
            case .refusedStream where stream.answer == nil: .notProcessed(reason: HTTP2Reply.refusedStream)
            // The host speaks HTTP/2, but not for this (RFC 9113, 7).
            case .http11Required where stream.answer == nil: .notSent(reason: HTTP2Reply.notHTTP2)
            default: self.reply(to: stream, lost: "RST_STREAM_\(code.networkCode)")
            }
        finish(stream, reply)
    }

    /// The server leaves: what lies above the last stream it looked at was not acted on (RFC 9113, 6.8).
    private func goAway(last: HTTP2StreamID, code: HTTP2ErrorCode, debug: ByteBuffer?) {
        let said = debug.flatMap { conduct.reason(Array($0.readableBytesView.prefix(Self.debugLimit))) }
        let isOrderly = code == .noError && said.map(conduct.farewells.contains) ?? true
        if endReason == nil { endReason = isOrderly ? HTTP2Reply.goAway : said ?? "GOAWAY_\(code.networkCode)" }
        let untouched = streams.filter { $0.key > last }
        owner?.finished(untouched.count)
        for (id, stream) in untouched {
            streams[id] = nil
            stream.reply(.notProcessed(reason: said ?? HTTP2Reply.goAway))
        }
        leave()
    }

    private func finish(_ stream: Stream, _ reply: HTTP2Reply) {
        // Counted first: a request with a reply is no longer under way.
        owner?.finished(1)
        stream.reply(reply)
    }

    /// With a status the answer is definite, even when its body never came.
    private func reply(to stream: Stream, lost reason: String) -> HTTP2Reply {
        stream.answer.map { .answered($0) } ?? .answerLost(reason: reason)
    }

    private func closeWhenEmpty() {
        guard isLeaving, streams.isEmpty, !hasEnded else { return }
        context?.close(promise: nil)
    }

    private func end() {
        guard !hasEnded else { return }
        hasEnded = true
        isLeaving = true
        let open = streams.values
        streams = [:]
        owner?.finished(open.count)
        for stream in open { stream.reply(reply(to: stream, lost: reason)) }
        owner?.hasEnded(self, reason: reason)
        owner = nil
    }
}
