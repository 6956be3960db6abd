import NIOCore
import NIOHPACK
import NIOHTTP2

/// A connection of a client that speaks HTTP/2 to a push service, frame by frame.
final class StreamServerConnection: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    /// How many streams Google permits, and most others.
    static let streamLimit = 100
    private static let window = 1 << 30
    private static let bodyLimit = 60_000

    private let service: any StreamService
    private var requests: [HTTP2StreamID: StreamRequest] = [:]
    private var isClosed = false

    init(service: any StreamService) { self.service = service }

    /// What a connection to a service has after TLS.
    static func handlers(of service: any StreamService) -> [any ChannelHandler] {
        [
            TLSListeners.frames([
                HTTP2Setting(parameter: .maxConcurrentStreams, value: streamLimit),
                HTTP2Setting(parameter: .maxHeaderListSize, value: 16_384),
            ]),
            StreamServerConnection(service: service),
        ]
    }

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
            requests[frame.streamID] = StreamRequest(headers: headers.headers)
            if headers.endStream { complete(context, frame.streamID) }
        case .data(let data):
            guard case .byteBuffer(let bytes) = data.data, var request = requests.removeValue(forKey: frame.streamID)
            else { return }
            request.body.append(contentsOf: bytes.readableBytesView)
            requests[frame.streamID] = request
            if data.endStream || request.body.count > Self.bodyLimit { complete(context, frame.streamID) }
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
        case let event as StreamClosedEvent: requests[event.streamID] = nil
        case is TLSListeners.Goodbye: context.close(promise: nil)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !(error is NIOHTTP2Errors.StreamError), !(error is NIOHTTP2Errors.StreamClosed) else { return }
        context.close(promise: nil)
    }

    private func complete(_ context: ChannelHandlerContext, _ stream: HTTP2StreamID) {
        guard let request = requests.removeValue(forKey: stream) else { return }
        if let answer = service.answer(to: request) { return self.answer(context, stream, answer) }
        let here = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.makeFutureWithTask { [service] in await service.laterAnswer(to: request) }
            .whenSuccess { answer in
                let (connection, context) = here.value
                guard !connection.isClosed else { return }
                connection.answer(context, stream, answer)
                context.flush()
            }
    }

    private func answer(_ context: ChannelHandlerContext, _ stream: HTTP2StreamID, _ answer: StreamAnswer) {
        guard !answer.isReset else { return context.close(promise: nil) }
        var headers: HPACKHeaders = [":status": String(answer.status)]
        for (name, value) in answer.headers { headers.add(name: name, value: value) }
        let hasBody = !answer.body.isEmpty || answer.isTruncated
        write(context, stream, .headers(.init(headers: headers, endStream: !hasBody)))
        guard hasBody else { return }
        let body = answer.isTruncated ? Array(#"{"broken"#.utf8) : answer.body
        let bytes = context.channel.allocator.buffer(bytes: body)
        write(context, stream, .data(.init(data: .byteBuffer(bytes), endStream: !answer.isTruncated)))
        if answer.isTruncated { write(context, stream, .rstStream(.internalError)) }
    }

    private func write(
        _ context: ChannelHandlerContext,
        _ stream: HTTP2StreamID,
        _ payload: HTTP2Frame.FramePayload
    ) {
        context.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
    }
}
