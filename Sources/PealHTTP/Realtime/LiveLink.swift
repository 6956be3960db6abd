import NIOCore
import PealRealtime
import Synchronization

/// Joins a session with the channel it is spoken over.
final class LiveLink: Sendable {
    let subscription: StreamSubscription
    /// Whether the channel speaks WebSocket from its answer on.
    let isSocket: Bool
    /// The largest message of the client, in bytes.
    let messageBytes: Int
    private let writer = Mutex<(bound: NIOLoopBound<any LiveWriter>, loop: any EventLoop)?>(nil)
    private let channel = Mutex<(any Channel)?>(nil)
    /// Messages that wait for the event loop.
    private let waiting = Atomic(0)
    /// As many of them as are waited for.
    private static let mostWaiting = 8
    /// Whether the buffers of the connection have room.
    private let isWritable = Atomic(true)

    init(subscription: StreamSubscription, isSocket: Bool, messageBytes: Int) {
        self.subscription = subscription
        self.isSocket = isSocket
        self.messageBytes = messageBytes
    }

    /// Names the channel, before the answer is written.
    func attach(to channel: any Channel) { self.channel.withLock { $0 = channel } }

    /// Names what writes messages on the channel's event loop.
    func install(_ handler: any LiveWriter, on channel: any Channel) {
        let bound = NIOLoopBound(handler, eventLoop: channel.eventLoop)
        writer.withLock { $0 = (bound, channel.eventLoop) }
    }

    /// Runs something with the socket on its event loop, after the answer that made it one, and waits for what it writes.
    func withSocket(_ body: @escaping @Sendable (SocketHandler) -> EventLoopFuture<Void>?) async throws {
        guard let channel = channel.withLock({ $0 }) else { throw ChannelError.ioOnClosedChannel }
        try await channel.eventLoop.flatSubmit { () -> EventLoopFuture<Void> in
            guard let handler = self.writer.withLock({ $0 })?.bound.value as? SocketHandler else {
                return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
            }
            return body(handler) ?? channel.eventLoop.makeSucceededVoidFuture()
        }.get()
    }

    /// Notes whether the buffers of the connection have room.
    func update(isWritable: Bool) { self.isWritable.store(isWritable, ordering: .relaxed) }

    /// Whether the client takes what it is sent: nothing waits for it but what fits the buffers of its connection.
    var isReady: Bool {
        isWritable.load(ordering: .relaxed) && waiting.load(ordering: .relaxed) < Self.mostWaiting
    }

    /// Sends messages after everything that was sent before; returns immediately.
    func send(_ messages: SharedMessages) {
        guard let (bound, loop) = writer.withLock({ $0 }) else { return }
        waiting.add(1, ordering: .relaxed)
        loop.execute {
            self.waiting.subtract(1, ordering: .relaxed)
            bound.value.send(messages)
        }
    }

    /// Returns when the channel is closed.
    func untilClosed() async throws { try await channel.withLock({ $0 })?.closeFuture.get() }
}

/// Writes messages to a client, on the event loop of its connection.
protocol LiveWriter {
    /// Sends messages.
    func send(_ messages: SharedMessages)
}
