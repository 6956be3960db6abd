import PealCore
import Synchronization

/// Milliseconds for identifiers that grow though the clock stands still or goes back.
final class StampCounter: Sendable {
    private let last = Mutex<UInt64>(0)

    func next(_ now: Timestamp) -> UInt64 {
        last.withLock { last in
            last = max(UInt64(max(now.milliseconds, 0)), last + 1)
            return last
        }
    }
}
