import NIOCore
import Synchronization

/// One outbox for each event loop that live connections have.
final class LoopOutboxes: Sendable {
    private let outboxes = Mutex<[ObjectIdentifier: LoopOutbox]>([:])

    /// The outbox of an event loop; it is kept as long as the server runs.
    func outbox(of loop: any EventLoop) -> LoopOutbox {
        outboxes.withLock { outboxes in
            let outbox = outboxes[ObjectIdentifier(loop)] ?? LoopOutbox(loop)
            outboxes[ObjectIdentifier(loop)] = outbox
            return outbox
        }
    }
}
