import NIOCore
import NIOHPACK
import NIOHTTP2
import PealCore

/// A connection of a client, frame by frame: a channel for each stream would cost more than all the rest.
final class APNsServerConnection: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    /// A fault's delay is over: fired through the pipeline.
    private struct DelayEnded: Sendable {
        var stream: HTTP2StreamID
        var fault: Fault
    }

    private struct Exchange {
        var fields: HPACKHeaders
        var body: [UInt8] = []
        var bodyLength = 0
    }

    /// What is kept of a body: no payload may be as long.
    private static let bodyLimit = 8_192
    /// Just below the window of a stream: whoever sends more would wait for ever.
    private static let readLimit = 60_000
    private static let window = 1 << 30

    private let simulator: APNsSimulator
    private let environment: APNsSimulatorEnvironment
    private let advertised: AdvertisedStreams
    private let delays: DelayQueue
    private var session = APNsSession()
    private var exchanges: [HTTP2StreamID: Exchange] = [:]
    /// How many streams there may be: one until a provider token was good, as Apple does it.
    private var streamLimit = 1
    private var isLimitKnown = false
    private var lastProcessed = HTTP2StreamID.rootStream
    /// The last stream that is still answered, once goodbye was said.
    private var lastStream: HTTP2StreamID?
    private var isEnding = false
    /// Nothing but PINGs is answered any more.
    private var isSilent = false

    init(
        simulator: APNsSimulator,
        environment: APNsSimulatorEnvironment,
        advertised: AdvertisedStreams,
        delays: DelayQueue
    ) {
        self.simulator = simulator
        self.environment = environment
        self.advertised = advertised
        self.delays = delays
    }

    /// Adds what follows TLS to a new connection's pipeline.
    static func install(
        _ channel: any NIOCore.Channel,
        _ simulator: APNsSimulator,
        _ environment: APNsSimulatorEnvironment,
        _ delays: DelayQueue
    ) throws {
        let advertised = AdvertisedStreams()
        try channel.pipeline.syncOperations.addHandlers(
            advertised,
            TLSListeners.frames([
                HTTP2Setting(parameter: .maxConcurrentStreams, value: AdvertisedStreams.unreachable),
                HTTP2Setting(parameter: .maxHeaderListSize, value: AdvertisedStreams.headerListSize),
            ]),
            APNsServerConnection(
                simulator: simulator,
                environment: environment,
                advertised: advertised,
                delays: delays
            )
        )
    }

    func channelActive(context: ChannelHandlerContext) {
        write(context, .rootStream, .windowUpdate(windowSizeIncrement: Self.window))
        context.flush()
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.payload {
        case .headers(let headers): receive(context, frame.streamID, headers)
        case .data(let data): receive(context, frame.streamID, data)
        case .settings(.ack): isLimitKnown = true
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
        case let event as StreamClosedEvent:
            exchanges[event.streamID] = nil
            closeWhenDrained(context)
        case let event as DelayEnded:
            if let exchange = exchanges[event.stream] { finish(context, event.stream, push(exchange), event.fault) }
            context.flush()
        case let event as TLSListeners.Goodbye: goodbye(context, isPatient: event.isPatient)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // What goes wrong with one stream is that stream's matter.
        guard !(error is NIOHTTP2Errors.StreamError), !(error is NIOHTTP2Errors.StreamClosed) else { return }
        // After a goodbye the rest of a burst may still come in. Closing on it would take the goodbye from the client.
        guard !isEnding else { return }
        context.close(promise: nil)
    }

    private func receive(
        _ context: ChannelHandlerContext,
        _ stream: HTTP2StreamID,
        _ headers: HTTP2Frame.FramePayload.Headers
    ) {
        guard !isSilent else { return }
        if exchanges[stream] == nil {
            if let lastStream, stream > lastStream { return }
            // A client that has not seen the limit yet is not bound by it (RFC 9113 §6.5.3).
            let limit = isLimitKnown ? streamLimit : simulator.maxConcurrentStreams
            guard exchanges.count < limit else { return write(context, stream, .rstStream(.refusedStream)) }
            exchanges[stream] = Exchange(fields: headers.headers)
        }
        if headers.endStream { complete(context, stream) }
    }

    private func receive(
        _ context: ChannelHandlerContext,
        _ stream: HTTP2StreamID,
        _ data: HTTP2Frame.FramePayload.Data
    ) {
        guard case .byteBuffer(let bytes) = data.data, var exchange = exchanges[stream] else { return }
        exchange.bodyLength += bytes.readableBytes
        if exchange.bodyLength <= Self.bodyLimit { exchange.body.append(contentsOf: bytes.readableBytesView) }
        exchanges[stream] = exchange
        if data.endStream {
            complete(context, stream)
        } else if exchange.bodyLength > Self.readLimit {
            complete(context, stream)
            // A reset overtakes an answer that was not flushed.
            context.flush()
            write(context, stream, .rstStream(.noError))
        }
    }

    private func complete(_ context: ChannelHandlerContext, _ stream: HTTP2StreamID) {
        guard !isSilent, let exchange = exchanges[stream] else { return }
        let push = push(exchange)
        let fault = push.fault()
        guard let fault, fault.delay > .zero else { return finish(context, stream, push, fault) }
        let pipeline = context.pipeline
        let event = DelayEnded(stream: stream, fault: fault)
        let isWaiting = delays.wait(fault.delay) { pipeline.fireUserInboundEventTriggered(event) }
        if !isWaiting { finish(context, stream, push, fault) }
    }

    private func push(_ exchange: Exchange) -> APNsSend {
        APNsSend(
            simulator: simulator,
            environment: environment,
            fields: exchange.fields,
            body: exchange.body,
            bodyLength: exchange.bodyLength
        )
    }

    private func finish(_ context: ChannelHandlerContext, _ stream: HTTP2StreamID, _ push: APNsSend, _ fault: Fault?) {
        let ending = push.ending(fault, session: &session)
        if session.current != nil, streamLimit == 1 { raiseLimit(context) }
        switch ending {
        case .dropped: return context.close(promise: nil)
        case .goodbye(let reason): return goodbye(context, below: stream, reason: reason)
        case .silence:
            isSilent = true
            return
        case .answer(let answer):
            write(
                context,
                stream,
                .headers(HTTP2Frame.FramePayload.Headers(headers: answer.headers, endStream: answer.body.isEmpty))
            )
            if !answer.body.isEmpty {
                let body = context.channel.allocator.buffer(bytes: answer.body)
                write(context, stream, .data(HTTP2Frame.FramePayload.Data(data: .byteBuffer(body), endStream: true)))
            }
        case .truncated(let answer):
            write(context, stream, .headers(HTTP2Frame.FramePayload.Headers(headers: answer.headers)))
            write(context, stream, .rstStream(.internalError))
        }
        lastProcessed = max(lastProcessed, stream)
        exchanges[stream] = nil
        closeWhenDrained(context)
    }

    private func raiseLimit(_ context: ChannelHandlerContext) {
        streamLimit = max(simulator.maxConcurrentStreams, 1)
        guard streamLimit > 1 else { return }
        advertised.advertise(streamLimit)
        let setting = HTTP2Setting(parameter: .maxConcurrentStreams, value: AdvertisedStreams.unreachable)
        write(context, .rootStream, .settings(.settings([setting])))
    }

    /// Says goodbye, and processes neither this stream nor later ones.
    private func goodbye(_ context: ChannelHandlerContext, below stream: HTTP2StreamID, reason: String) {
        let last: HTTP2StreamID
        if stream > lastProcessed {
            last = HTTP2StreamID(max(0, Int(stream) - 2))
        } else {
            // A later one was answered already, so this one is refused by itself.
            write(context, stream, .rstStream(.refusedStream))
            last = lastProcessed
        }
        sayGoodbye(context, last: last, reason: reason)
        closeWhenDrained(context)
    }

    private func goodbye(_ context: ChannelHandlerContext, isPatient: Bool) {
        sayGoodbye(context, last: max(lastProcessed, exchanges.keys.max() ?? .rootStream), reason: nil)
        context.flush()
        guard isPatient, !exchanges.isEmpty else { return context.close(promise: nil) }
        closeLater(context)
    }

    private func closeLater(_ context: ChannelHandlerContext) {
        let channel = context.channel
        context.eventLoop.scheduleTask(in: simulator.patience) { channel.close(promise: nil) }
    }

    private func sayGoodbye(_ context: ChannelHandlerContext, last: HTTP2StreamID, reason: String?) {
        // A second goodbye may only lower the number.
        let last = min(last, lastStream ?? last)
        let debug = reason.map { text in
            context.channel.allocator.buffer(bytes: JSONText.write(.object(["reason": .string(text)])))
        }
        exchanges = exchanges.filter { $0.key <= last }
        lastStream = last
        write(context, .rootStream, .goAway(lastStreamID: last, errorCode: .noError, opaqueData: debug))
    }

    private func closeWhenDrained(_ context: ChannelHandlerContext) {
        guard lastStream != nil, exchanges.isEmpty, !isEnding else { return }
        isEnding = true
        context.flush()
        // The other direction stays open until the client closes it: a socket that is closed on a client that is still
        // writing takes the answers under way with it.
        context.close(mode: .output, promise: nil)
        closeLater(context)
    }

    private func write(
        _ context: ChannelHandlerContext,
        _ stream: HTTP2StreamID,
        _ payload: HTTP2Frame.FramePayload
    ) {
        context.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
    }
}
