import Foundation
public import NIOCore
import NIOHTTP1
import NIOPosix
public import ServiceLifecycle
import Synchronization

/// Answers connections that come while the server stops.
///
/// The web server closes its listener at once, and the system would reset whoever waits in its queue of connections. The queue is
/// held open with a second descriptor of the same socket.
/// As the first service it ends last, when all others have finished.
public final class DrainListener: Service {
    private struct State {
        /// The second descriptor, with which nobody accepts yet, and when the first one is closed.
        var held: (socket: NIOBSDSocket.Handle, isReleased: EventLoopFuture<Void>)?
        var channel: EventLoopFuture<any Channel>?
        var hasEnded = false
    }

    private let state = Mutex(State())

    /// Holds nothing yet.
    public init() {}

    /// Keeps the queue of a listener open.
    public func hold(_ listener: any Channel) async {
        let copy = try? await listener.eventLoop.submit {
            try listener.pipeline.syncOperations.withUnsafeTransportIfAvailable { (socket: NIOBSDSocket.Handle) in
                fcntl(socket, F_DUPFD_CLOEXEC, 0)
            }
        }.get()
        guard let copy, copy >= 0 else { return }
        let isTaken = state.withLock { state in
            guard !state.hasEnded, state.held == nil, state.channel == nil else { return false }
            state.held = (copy, listener.closeFuture)
            return true
        }
        if !isTaken { _ = Foundation.close(copy) }
    }

    /// Accepts as soon as the web server's listener is closed: each request is answered with 503.
    public func begin() {
        state.withLock { state in
            guard let (socket, isReleased) = state.held else { return }
            state.held = nil
            // Two that accept at the same time would take connections from each other.
            state.channel = isReleased.flatMap { Self.accept(with: socket) }
        }
    }

    private static func accept(with socket: NIOBSDSocket.Handle) -> EventLoopFuture<any Channel> {
        ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                        withPipeliningAssistance: false,
                        withErrorHandling: true
                    )
                    try channel.pipeline.syncOperations.addHandler(DrainHandler())
                }
            }
            .withBoundSocket(socket)
    }

    /// Runs until all that comes before it has ended.
    public func run() async throws {
        // Cancelled instead, it ends as well.
        try? await gracefulShutdown()
        let (socket, channel) = state.withLock { state in
            defer { state = State(hasEnded: true) }
            return (state.held?.socket, state.channel)
        }
        if let socket { _ = Foundation.close(socket) }
        try? await channel?.get().close()
    }
}
