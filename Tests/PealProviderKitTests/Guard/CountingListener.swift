import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A small web server that counts who comes: the address no guarded request may ever reach.
final class CountingListener: Sendable {
    private let state = Mutex<(connections: Int, requests: [String])>((0, []))
    private let answer: HTTPResponseHead

    init(status: HTTPResponseStatus = .created, location: String? = nil) {
        var headers = HTTPHeaders([("Content-Length", "0")])
        if let location { headers.add(name: "Location", value: location) }
        answer = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    }

    /// How many connected.
    var connections: Int { state.withLock { $0.connections } }
    /// The `Host` headers of the requests.
    var hosts: [String] { state.withLock { $0.requests } }

    /// Listens for as long as the body takes.
    func serve(host: String = "127.0.0.1", port: Int = 0, _ body: (Int) async throws -> Void) async throws {
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                self.state.withLock { $0.connections += 1 }
                return channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Answering(listener: self))
                }
            }
            .bind(host: host, port: port).get()
        do {
            try await body(channel.localAddress?.port ?? 0)
        } catch {
            try await channel.close()
            throw error
        }
        try await channel.close()
    }

    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let listener: CountingListener

        init(listener: CountingListener) { self.listener = listener }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                listener.state.withLock { $0.requests.append(head.headers.first(name: "host") ?? "") }
            case .body: break
            case .end:
                context.write(wrapOutboundOut(.head(listener.answer)), promise: nil)
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            }
        }
    }
}
