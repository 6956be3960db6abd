import HTTPTypes
import NIOCore
import NIOHPACK
import NIOHTTP2

/// A connection of a client that speaks HTTP/2 to FCM, frame by frame.
final class FCMServerConnection: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    /// How many streams Google permits.
    static let streamLimit = 100
    private static let window = 1 << 30
    private static let bodyLimit = 60_000

    private struct Exchange {
        var path: String
        var headers: HTTPFields
        var body: [UInt8] = []
    }

    private let simulator: FCMSimulator
    private var exchanges: [HTTP2StreamID: Exchange] = [:]
    private var isClosed = false

    init(simulator: FCMSimulator) { self.simulator = simulator }

    func channelActive(context: ChannelHandlerContext) {
        write(context, .rootStream, .windowUpdate(windowSizeIncrement: Self.window))
        context.flush()
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        isClosed = true
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.payload {
        case .headers(let headers):
            exchanges[frame.streamID] = Self.exchange(headers.headers)
            if headers.endStream { complete(context, frame.streamID) }
        case .data(let data):
            guard case .byteBuffer(let bytes) = data.data, var exchange = exchanges.removeValue(forKey: frame.streamID)
            else { return }
            exchange.body.append(contentsOf: bytes.readableBytesView)
            exchanges[frame.streamID] = exchange
            if data.endStream || exchange.body.count > Self.bodyLimit { complete(context, frame.streamID) }
        default: break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.flush()
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case let event as NIOHTTP2WindowUpdatedEvent:
            if event.streamID == .rootStream, let size = event.inboundWindowSize, size < Self.window / 2 {
                write(context, .rootStream, .windowUpdate(windowSizeIncrement: Self.window - size))
            }
        case let event as StreamClosedEvent: exchanges[event.streamID] = nil
        case is TLSListeners.Goodbye: context.close(promise: nil)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !(error is NIOHTTP2Errors.StreamError), !(error is NIOHTTP2Errors.StreamClosed) else { return }
        context.close(promise: nil)
    }

    private static func exchange(_ headers: HPACKHeaders) -> Exchange {
        var fields = HTTPFields()
        if let bearer = headers.first(name: "authorization") { fields[.authorization] = bearer }
        if let type = headers.first(name: "content-type") { fields[.contentType] = type }
        return Exchange(path: headers.first(name: ":path") ?? "", headers: fields)
    }

    private func complete(_ context: ChannelHandlerContext, _ stream: HTTP2StreamID) {
        guard let exchange = exchanges.removeValue(forKey: stream) else { return }
        guard let project = FCMResponder.project(in: exchange.path) else {
            return answer(context, stream, SimulatorAnswer(status: 404))
        }
        let send = FCMSend(simulator: simulator, project: project, headers: exchange.headers, body: exchange.body)
        guard !simulator.faults.isEmpty else { return answer(context, stream, send.answer(nil)) }
        let here = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.makeFutureWithTask { await send.answer() }.whenSuccess { found in
            let (connection, context) = here.value
            guard !connection.isClosed else { return }
            connection.answer(context, stream, found)
            context.flush()
        }
    }

    private func answer(_ context: ChannelHandlerContext, _ stream: HTTP2StreamID, _ answer: SimulatorAnswer) {
        guard !answer.isReset else { return context.close(promise: nil) }
        var headers: HPACKHeaders = [":status": String(answer.status), "content-type": answer.contentType]
        if let retryAfter = answer.retryAfter { headers.add(name: "retry-after", value: retryAfter) }
        write(context, stream, .headers(.init(headers: headers, endStream: answer.body.isEmpty)))
        guard !answer.body.isEmpty else { return }
        let body = context.channel.allocator.buffer(bytes: answer.body)
        write(context, stream, .data(.init(data: .byteBuffer(body), endStream: true)))
    }

    private func write(
        _ context: ChannelHandlerContext,
        _ stream: HTTP2StreamID,
        _ payload: HTTP2Frame.FramePayload
    ) {
        context.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
    }
}
