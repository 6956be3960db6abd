import NIOCore
import NIOHTTP1
import NIOWebSocket
import PealRealtime

/// Watches connections with a live answer: tells the session when the client leaves, and turns the connection into a
/// WebSocket when the answer says so.
final class LiveHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private var link: LiveLink?
    private let guarding: ConnectionGuard

    init(_ guarding: ConnectionGuard) { self.guarding = guarding }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard let link = event as? LiveLink else {
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        // It may have left before.
        if !context.channel.isActive { link.subscription.end(.gone) }
        self.link = link
        link.update(isWritable: context.channel.isWritable)
        if !link.isSocket { link.install(guarding, on: context.channel) }
        promise?.succeed()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard let link else { return context.write(data, promise: promise) }
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status == .switchingProtocols && link.isSocket:
            context.writeAndFlush(data, promise: promise)
            do { try becomeSocket(context, link) } catch {
                link.subscription.end(.failed)
                context.close(promise: nil)
            }
        case .end:
            // The next request on the connection has nothing to do with it.
            self.link = nil
            link.uninstall()
            context.write(data, promise: promise)
        default: context.write(data, promise: promise)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        link?.update(isWritable: context.channel.isWritable)
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        link?.subscription.end(.gone)
        link?.uninstall()
        link = nil
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case let event as ChannelEvent where event == .inputClosed: link?.subscription.end(.gone)
        case is ChannelShouldQuiesceEvent where link != nil:
            link?.subscription.end(.restart)
            // The session closes it with a word; closed from below, the client would not know when to come back.
            if link?.isSocket ?? false { return }
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Puts frames in the place of HTTP, before anything of the client can follow the answer.
    private func becomeSocket(_ context: ChannelHandlerContext, _ link: LiveLink) throws {
        let pipeline = context.pipeline.syncOperations
        let socket = SocketHandler(subscription: link.subscription, messageBytes: link.messageBytes)
        try pipeline.addHandlers(
            [
                WebSocketFrameEncoder(),
                ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: link.messageBytes)),
                ClientFrameCheck(),
                NIOWebSocketFrameAggregator(
                    minNonFinalFragmentSize: 0,
                    maxAccumulatedFrameCount: 64,
                    maxAccumulatedFrameSize: link.messageBytes
                ), socket,
            ],
            position: .before(self)
        )
        link.install(socket, on: context.channel)
        try pipeline.removeHandler(pipeline.handler(type: ConnectionGuard.self), promise: nil)
        try pipeline.removeHandler(
            pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self),
            promise: nil
        )
        try pipeline.removeHandler(pipeline.handler(type: HTTPResponseEncoder.self), promise: nil)
    }
}
