import NIOCore
import NIOPosix
import PealEngine
import Synchronization

/// The port of the demo: open as long as the process lives, also while a reset starts the server behind it again.
///
/// What a browser asks meanwhile waits here. Without it each request would fail and be an error in the browser's console.
final class DemoDoor: Sendable {
    private enum Side { case visitor, server }
    private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// The port of the server that listens now; `nil` while none does.
    private let server = Mutex<Int?>(nil)
    private let changed = WakeUp()

    /// New connections lead to the server on this port, also those that wait.
    func open(to port: Int) {
        server.withLock { $0 = port }
        changed.fire()
    }

    /// New connections wait.
    func close() { server.withLock { $0 = nil } }

    /// Listens while `body` runs.
    /// - Parameters:
    ///   - port: 0 takes a free one.
    ///   - body: gets the door and its port.
    /// - Throws: what keeps it from listening, and what `body` throws.
    static func with(port: Int, _ body: @escaping @Sendable (DemoDoor, _ port: Int) async throws -> Void) async throws {
        let door = DemoDoor()
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .bind(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture { try wrap(channel) }
            }
        let taken = listener.channel.localAddress?.port ?? port
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                try await listener.executeThenClose { connections in
                    await withDiscardingTaskGroup { visitors in
                        do {
                            for try await connection in connections {
                                visitors.addTask { await door.serve(connection) }
                            }
                        } catch {
                            // The listener is closed: the demo ends.
                        }
                        visitors.cancelAll()
                    }
                }
            }
            tasks.addTask { try await body(door, taken) }
            defer { tasks.cancelAll() }
            try await tasks.next()
        }
    }

    private static func wrap(_ channel: any Channel) throws -> Connection {
        try Connection(
            wrappingChannelSynchronously: channel,
            configuration: .init(isOutboundHalfClosureEnabled: true)
        )
    }

    /// Passes on what comes from both sides until the server closes; a visitor who went away is an end like any other.
    private func serve(_ visitor: Connection) async {
        try? await visitor.executeThenClose { fromVisitor, toVisitor in
            let server = try await connect()
            try await server.executeThenClose { fromServer, toServer in
                await withTaskGroup(of: Side.self) { sides in
                    sides.addTask {
                        await Self.pass(fromVisitor, to: toServer)
                        return .visitor
                    }
                    sides.addTask {
                        await Self.pass(fromServer, to: toVisitor)
                        return .server
                    }
                    // A visitor may close their side first and still read the answer.
                    if await sides.next() == .visitor { _ = await sides.next() }
                    sides.cancelAll()
                }
            }
        }
    }

    private static func pass(
        _ source: NIOAsyncChannelInboundStream<ByteBuffer>,
        to sink: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) async {
        do {
            for try await bytes in source { try await sink.write(bytes) }
        } catch {
            // A side that is gone takes nothing more.
        }
        sink.finish()
    }

    /// Connects to the server of this moment, or to the next one that listens.
    private func connect() async throws -> Connection {
        while true {
            let seen = changed.version
            if let port = server.withLock({ $0 }) {
                let connected = try? await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                    .channelOption(.allowRemoteHalfClosure, value: true)
                    .connect(host: "127.0.0.1", port: port) { channel in
                        channel.eventLoop.makeCompletedFuture { try Self.wrap(channel) }
                    }
                if let connected { return connected }
            }
            await changed.wait(after: seen)
            try Task.checkCancellation()
        }
    }
}
