import JudgeKit
import NIOCore
import NIOHPACK
import NIOHTTP2

/// Pushes through NIOHTTP2's own multiplexer over one connection: a channel for each, and each answer starts the next until
/// the time is up.
final class MultiplexerLoop: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    private let load: BarePushes
    private let multiplexer: NIOHTTP2Handler.StreamMultiplexer
    private let duration: TimeAmount
    private let ended: EventLoopPromise<BareCount>
    private var deadline: NIODeadline?
    private var number = 0
    private var underWay = 0
    private var count = BareCount()

    init(
        _ load: BarePushes,
        _ multiplexer: NIOHTTP2Handler.StreamMultiplexer,
        for duration: TimeAmount,
        ended: EventLoopPromise<BareCount>
    ) {
        self.load = load
        self.multiplexer = multiplexer
        self.duration = duration
        self.ended = ended
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.payload {
        case .settings(.settings) where deadline == nil:
            deadline = context.eventLoop.now + duration
            push(context.eventLoop)
        case .goAway(_, let code, _): ended.fail(JudgeError(.unexpectedAnswer, "APNs says goodbye: \(code)"))
        default: break
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        ended.fail(JudgeError(.unexpectedAnswer, "APNs closed the connection"))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        ended.fail(error)
        context.close(promise: nil)
    }

    private func push(_ eventLoop: any EventLoop) {
        underWay += 1
        let headers = load.requests[number % load.requests.count]
        number += 1
        let here = NIOLoopBound(self, eventLoop: eventLoop)
        let opened = eventLoop.makePromise(of: (any Channel).self)
        opened.futureResult.whenFailure { error in here.value.answered("\(error)", eventLoop) }
        multiplexer.createStreamChannel(promise: opened) { channel in
            channel.eventLoop.makeCompletedFuture {
                let exchange = StreamExchange(headers: headers, body: here.value.load.body) { status in
                    here.value.answered(status, eventLoop)
                }
                try channel.pipeline.syncOperations.addHandler(exchange)
            }
        }
    }

    private func answered(_ status: String?, _ eventLoop: any EventLoop) {
        count.add(status: status)
        underWay -= 1
        guard let deadline, eventLoop.now < deadline else {
            if underWay == 0 { ended.succeed(count) }
            return
        }
        while underWay < load.concurrency { push(eventLoop) }
    }
}

/// One push on a channel of its own.
private final class StreamExchange: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    private let headers: HPACKHeaders
    private let body: ByteBuffer
    private let onEnd: (String?) -> Void
    private var status: String?

    init(headers: HPACKHeaders, body: ByteBuffer, onEnd: @escaping (String?) -> Void) {
        self.headers = headers
        self.body = body
        self.onEnd = onEnd
    }

    func channelActive(context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(.headers(.init(headers: headers, endStream: false))), promise: nil)
        let data = HTTP2Frame.FramePayload.data(.init(data: .byteBuffer(body), endStream: true))
        context.writeAndFlush(wrapOutboundOut(data), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .headers(let headers) = unwrapInboundIn(data) { status = headers.headers.first(name: ":status") }
    }

    func channelInactive(context: ChannelHandlerContext) { onEnd(status) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
