import NIOCore
import NIOPosix

/// Hands bytes on from another address of this machine, so that a certificate's own address does not fit the connection.
final class Relay: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let peer: any Channel

    private init(peer: any Channel) { self.peer = peer }

    /// Relays from a host to 127.0.0.1, at the same port, for as long as the body takes.
    static func serve(host: String, port: Int, _ body: () async throws -> Void) async throws {
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { near in
                ClientBootstrap(group: near.eventLoop).connect(host: "127.0.0.1", port: port).flatMapThrowing { far in
                    try far.pipeline.syncOperations.addHandler(Relay(peer: near))
                    try near.pipeline.syncOperations.addHandler(Relay(peer: far))
                }
            }
            .bind(host: host, port: port).get()
        do {
            try await body()
        } catch {
            try await channel.close()
            throw error
        }
        try await channel.close()
    }

    func channelRead(context _: ChannelHandlerContext, data: NIOAny) {
        peer.writeAndFlush(unwrapInboundIn(data), promise: nil)
    }

    func channelInactive(context _: ChannelHandlerContext) { peer.close(promise: nil) }
}
