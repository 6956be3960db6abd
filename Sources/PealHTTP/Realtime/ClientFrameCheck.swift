import NIOCore
import NIOWebSocket

/// Refuses frames that no client may send (RFC 6455 §5.1, §5.2): those without a mask, and those with bits of an extension, since
/// none was agreed on.
///
/// It sees frames before fragments are joined: what is joined has no mask any more.
final class ClientFrameCheck: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = WebSocketFrame

    /// What is wrong with the frame.
    struct Refused: Error {}

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        guard frame.maskKey != nil, frame.reservedBits.isEmpty else { return context.fireErrorCaught(Refused()) }
        context.fireChannelRead(data)
    }
}
