import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization

/// The sockets of a simulator: those that listen, and those of its clients.
final class APNsListeners: Sendable {
    private struct State {
        var listeners: [any Channel] = []
        var clients: [ObjectIdentifier: any Channel] = [:]
        var isClosed = false
    }

    private let simulator: APNsSimulator
    private let delays: DelayLine
    private let state = Mutex(State())

    init(simulator: APNsSimulator, delays: DelayLine) {
        self.simulator = simulator
        self.delays = delays
    }

    /// Listens on a port of 127.0.0.1, and answers which.
    func listen(port: Int, environment: APNsSimulator.Environment) async throws -> Int {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try self.open(channel, environment: environment) }
            }
        let channel = try await bootstrap.bind(host: "127.0.0.1", port: port).get()
        state.withLock { $0.listeners.append(channel) }
        return channel.localAddress?.port ?? port
    }

    private func open(_ channel: any Channel, environment: APNsSimulator.Environment) throws {
        let advertised = AdvertisedStreams()
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: AdvertisedStreams.unreachable),
            HTTP2Setting(parameter: .maxHeaderListSize, value: AdvertisedStreams.headerListSize),
        ]
        connection.maximumRecentlyResetStreams = 10_000
        connection.controlFrameRateLimit.maximumCount = 10_000
        var stream = NIOHTTP2Handler.StreamConfiguration()
        // A client that gives up on many pushes is a test, not an attack.
        stream.streamResetFrameRateLimit.maximumCount = 100_000
        stream.streamErrorRateLimit.maximumCount = 100_000
        try channel.pipeline.syncOperations.addHandlers(
            NIOSSLServerHandler(context: simulator.tls),
            advertised,
            NIOHTTP2Handler(mode: .server, connectionConfiguration: connection, streamConfiguration: stream),
            APNsServerConnection(
                simulator: simulator,
                environment: environment,
                advertised: advertised,
                delays: delays
            )
        )
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
        for client in clients {
            client.pipeline.fireUserInboundEventTriggered(APNsServerConnection.Goodbye(isPatient: isPatient))
        }
        for client in clients { try? await client.closeFuture.get() }
    }
}
