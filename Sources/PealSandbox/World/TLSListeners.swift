import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization

/// The sockets of a simulator that speaks HTTP/2 in bare frames: those that listen, and those of its clients.
final class TLSListeners: Sendable {
    /// Ends a client's connection: fired through its pipeline.
    struct Goodbye: Sendable {
        /// Whether what is under way is answered first.
        var isPatient: Bool
    }

    private struct State {
        var listeners: [any Channel] = []
        var clients: [ObjectIdentifier: any Channel] = [:]
        var isClosed = false
    }

    private let tls: NIOSSLContext
    private let state = Mutex(State())

    init(tls: NIOSSLContext) { self.tls = tls }

    /// Listens on a port of 127.0.0.1.
    /// - Parameters:
    ///   - port: 0 takes a free one.
    ///   - install: adds what follows TLS to a new connection's pipeline.
    /// - Returns: the port.
    /// - Throws: what keeps it from listening.
    func listen(port: Int, _ install: @escaping @Sendable (any Channel) throws -> Void) async throws -> Int {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: self.tls))
                    try install(channel)
                    self.keep(channel)
                }
            }
        let channel = try await bootstrap.bind(host: "127.0.0.1", port: port).get()
        state.withLock { $0.listeners.append(channel) }
        return channel.localAddress?.port ?? port
    }

    /// HTTP/2 of a server that permits what tests do to it.
    static func frames(_ settings: [HTTP2Setting]) -> NIOHTTP2Handler {
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.initialSettings = settings
        connection.maximumRecentlyResetStreams = 10_000
        connection.controlFrameRateLimit.maximumCount = 10_000
        var stream = NIOHTTP2Handler.StreamConfiguration()
        // A client that gives up on many pushes is a test, not an attack.
        stream.streamResetFrameRateLimit.maximumCount = 100_000
        stream.streamErrorRateLimit.maximumCount = 100_000
        return NIOHTTP2Handler(mode: .server, connectionConfiguration: connection, streamConfiguration: stream)
    }

    private func keep(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        let isOpen = state.withLock { state in
            guard !state.isClosed else { return false }
            state.clients[id] = channel
            return true
        }
        guard isOpen else { return channel.close(promise: nil) }
        channel.closeFuture.whenComplete { _ in self.state.withLock { state in state.clients[id] = nil } }
    }

    /// Takes no more connections, says goodbye to those there are, and returns when all are closed.
    func close(isPatient: Bool) async {
        let (listeners, clients) = state.withLock { state in
            state.isClosed = true
            return (state.listeners, Array(state.clients.values))
        }
        for listener in listeners { try? await listener.close() }
        for client in clients { client.pipeline.fireUserInboundEventTriggered(Goodbye(isPatient: isPatient)) }
        for client in clients { try? await client.closeFuture.get() }
    }
}
