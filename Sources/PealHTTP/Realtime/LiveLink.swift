import NIOCore
import PealRealtime
import Synchronization

/// Joins a session with the channel it is spoken over.
final class LiveLink: Sendable {
    // A delivery touches the first five only: together they fill two lines of the cache.
    /// Whether the channel speaks WebSocket from its answer on.
    let isSocket: Bool
    /// Whether the buffers of the connection have room.
    private let isWritable = Atomic(true)
    /// Messages that wait for the event loop.
    private let waiting = Atomic(0)
    /// Where they wait.
    private let outbox = Mutex<LoopOutbox?>(nil)
    /// What writes them there.
    private let writer = Mutex<NIOLoopBound<any LiveWriter>?>(nil)
    let subscription: StreamSubscription
    /// The largest message of the client, in bytes.
    let messageBytes: Int
    private let outboxes: LoopOutboxes
    private let channel = Mutex<(any Channel)?>(nil)
    /// As many messages as may wait.
    private static let mostWaiting = 8

    init(subscription: StreamSubscription, isSocket: Bool, messageBytes: Int, outboxes: LoopOutboxes) {
        self.subscription = subscription
        self.isSocket = isSocket
        self.messageBytes = messageBytes
        self.outboxes = outboxes
    }

    /// Names the channel, before the answer is written.
    func attach(to channel: any Channel) { self.channel.withLock { $0 = channel } }

    /// Names what writes messages on the channel's event loop.
    func install(_ handler: any LiveWriter, on channel: any Channel) {
        let bound = NIOLoopBound(handler, eventLoop: channel.eventLoop)
        writer.withLock { $0 = bound }
        let outbox = outboxes.outbox(of: channel.eventLoop)
        self.outbox.withLock { $0 = outbox }
    }

    /// Lets nothing more be written: the answer has ended.
    func uninstall() { writer.withLock { $0 = nil } }

    /// Runs something with the socket on its event loop, after the answer that made it one, and waits for what it writes.
    func withSocket(_ body: @escaping @Sendable (SocketHandler) -> EventLoopFuture<Void>?) async throws {
        guard let channel = channel.withLock({ $0 }) else { throw ChannelError.ioOnClosedChannel }
        try await channel.eventLoop.flatSubmit { () -> EventLoopFuture<Void> in
            guard let handler = self.writer.withLock({ $0 })?.value as? SocketHandler else {
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

    /// The first batch that is written after all that the session has handed to the event loop by now.
    var nextBatch: Int { outbox.withLock { $0 }?.next ?? 0 }

    /// Sends messages after everything that was sent before; returns immediately.
    /// - Parameters:
    ///   - messages: the messages.
    ///   - batch: ``nextBatch`` of when the session last wrote by itself.
    func send(_ messages: SharedMessages, from batch: Int) {
        guard let outbox = outbox.withLock({ $0 }) else { return }
        waiting.add(1, ordering: .relaxed)
        outbox.add(messages, to: self, from: batch)
    }

    /// Writes messages that waited in the outbox, on the event loop of the connection.
    /// - Parameter bytes: the messages as ``isSocket`` wants them framed.
    func write(_ bytes: ByteBuffer) {
        waiting.subtract(1, ordering: .relaxed)
        writer.withLock({ $0 })?.value.send(bytes)
    }

    /// Returns when the channel is closed.
    func untilClosed() async throws { try await channel.withLock({ $0 })?.closeFuture.get() }
}

/// Writes messages to a client, on the event loop of its connection.
protocol LiveWriter: AnyObject {
    /// Sends messages that are framed already: they can be the same for many connections.
    func send(_ framed: ByteBuffer)
}
