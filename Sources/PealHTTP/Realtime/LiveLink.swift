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
    private let handler = Mutex<NIOLoopBound<SocketHandler>?>(nil)
    private let channel = Mutex<(any Channel)?>(nil)

    init(subscription: StreamSubscription, isSocket: Bool, messageBytes: Int) {
        self.subscription = subscription
        self.isSocket = isSocket
        self.messageBytes = messageBytes
    }

    /// Names the channel, before the answer is written.
    func attach(to channel: any Channel) { self.channel.withLock { $0 = channel } }

    /// The channel speaks WebSocket now.
    func install(_ handler: SocketHandler, on channel: any Channel) {
        let bound = NIOLoopBound(handler, eventLoop: channel.eventLoop)
        self.handler.withLock { $0 = bound }
    }

    /// Runs something with the socket on its event loop, after the answer that made it one, and waits for what it writes.
    func withSocket(_ body: @escaping @Sendable (SocketHandler) -> EventLoopFuture<Void>?) async throws {
        guard let channel = channel.withLock({ $0 }) else { throw ChannelError.ioOnClosedChannel }
        try await channel.eventLoop.flatSubmit { () -> EventLoopFuture<Void> in
            guard let handler = self.handler.withLock({ $0 }) else {
                return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
            }
            return body(handler.value) ?? channel.eventLoop.makeSucceededVoidFuture()
        }.get()
    }

    /// Returns when the channel is closed.
    func untilClosed() async throws { try await channel.withLock({ $0 })?.closeFuture.get() }
}
