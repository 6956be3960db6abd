import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// Serves HTTPS and HTTP at one port: whoever opens with a TLS handshake gets TLS.
struct TLSOnDemandChannel<Base: ServerChildChannel>: ServerChildChannel {
    typealias Value = Base.Value

    let base: Base
    let tls: NIOSSLContext

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(TLSDetector(tls: tls))
        }.flatMap { base.setup(channel: channel, logger: logger) }
    }

    func handle(value: Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}

/// Looks at a connection's first byte, and puts TLS before everything else when it begins a handshake.
private final class TLSDetector: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// The content type `handshake` (RFC 8446 §5.1); no method of HTTP begins with it.
    private static let handshake: UInt8 = 22

    private let tls: NIOSSLContext
    private var isDecided = false

    init(tls: NIOSSLContext) { self.tls = tls }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        guard !isDecided, let first = bytes.getInteger(at: bytes.readerIndex, as: UInt8.self) else {
            return context.fireChannelRead(data)
        }
        isDecided = true
        guard first == Self.handshake else { return context.fireChannelRead(data) }
        do {
            let pipeline = context.pipeline.syncOperations
            try pipeline.addHandler(NIOSSLServerHandler(context: tls), position: .before(self))
            // From the front, so that TLS reads it; what it holds comes here again.
            pipeline.fireChannelRead(data)
        } catch {
            context.close(promise: nil)
        }
    }
}
