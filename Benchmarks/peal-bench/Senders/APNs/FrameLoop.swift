import JudgeKit
import NIOCore
import NIOHPACK
import NIOHTTP2

/// Pushes in bare frames over one connection: each answer starts the next push until the time is up.
final class FrameLoop: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private let load: BarePushes
    private let duration: TimeAmount
    private let ended: EventLoopPromise<BareCount>
    private var deadline: NIODeadline?
    private var nextStream = 1
    private var underWay = 0
    private var count = BareCount()

    init(_ load: BarePushes, for duration: TimeAmount, ended: EventLoopPromise<BareCount>) {
        self.load = load
        self.duration = duration
        self.ended = ended
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.payload {
        case .settings(.settings) where deadline == nil:
            deadline = context.eventLoop.now + duration
            // One alone until the provider token was taken once, as APNs asks.
            push(context)
        case .headers(let headers):
            count.add(status: headers.headers.first(name: ":status"))
            if headers.endStream { next(context) }
        case .data(let data) where data.endStream: next(context)
        case .rstStream(let code):
            count.add(status: "RST_STREAM \(code)")
            next(context)
        case .goAway(_, let code, _): ended.fail(JudgeError(.unexpectedAnswer, "APNs says goodbye: \(code)"))
        default: break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.flush()
        context.fireChannelReadComplete()
    }

    func channelInactive(context: ChannelHandlerContext) {
        ended.fail(JudgeError(.unexpectedAnswer, "APNs closed the connection"))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        ended.fail(error)
        context.close(promise: nil)
    }

    // Flow control's events end here.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {}

    private func next(_ context: ChannelHandlerContext) {
        underWay -= 1
        guard let deadline, context.eventLoop.now < deadline else {
            if underWay == 0 { ended.succeed(count) }
            return
        }
        while underWay < load.concurrency { push(context) }
    }

    private func push(_ context: ChannelHandlerContext) {
        underWay += 1
        let id = HTTP2StreamID(nextStream)
        let headers = load.requests[nextStream / 2 % load.requests.count]
        nextStream += 2
        let head = HTTP2Frame.FramePayload.headers(.init(headers: headers, endStream: false))
        context.write(wrapOutboundOut(HTTP2Frame(streamID: id, payload: head)), promise: nil)
        let body = HTTP2Frame.FramePayload.data(.init(data: .byteBuffer(load.body), endStream: true))
        context.write(wrapOutboundOut(HTTP2Frame(streamID: id, payload: body)), promise: nil)
    }
}
