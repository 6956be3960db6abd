import PealEngine
import Synchronization

/// The counts that a client was sent last; whoever writes to it keeps them.
final class SentCounts: Sendable {
    private let counts = Mutex<CountsView?>(nil)

    /// Notes what is sent now; whether the client has anything else.
    func replace(by new: CountsView?) -> Bool {
        counts.withLock { counts in
            guard counts != new else { return false }
            counts = new
            return true
        }
    }
}
