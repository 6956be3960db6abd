import NIOCore
import NIOTLS

/// Ends a connection on which TLS did not negotiate HTTP/2: the server speaks no HTTP/2, or something between
/// us answers in its place.
///
/// Only `h2` is offered, but a server may ignore what is offered (RFC 7301, 3.2) and would then read the frames as
/// something else.
final class ALPNCheck: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// TLS negotiated another protocol, or none.
    struct NotHTTP2: Error {}

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted(let negotiated)? = event as? TLSUserEvent, negotiated != "h2" {
            context.fireErrorCaught(NotHTTP2())
            return
        }
        context.fireUserInboundEventTriggered(event)
    }
}
