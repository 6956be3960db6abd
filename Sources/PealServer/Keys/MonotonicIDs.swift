package import PealCore
import Synchronization

/// Fresh identifiers that grow even when the clock stands still or goes back, so that pages stay in order.
package final class MonotonicIDs: Sendable {
    private let last = Mutex<UInt64>(0)
    private let now: @Sendable () -> Timestamp

    package init(now: @escaping @Sendable () -> Timestamp) { self.now = now }

    package var generator: IDGenerator { IDGenerator { self.next() } }

    /// Time in the upper bits; where several fall into one millisecond, a counter stands before the random bits.
    private func next() -> UUIDv7 {
        let time = UInt64(max(now().milliseconds, 0))
        let stamp = last.withLock { last in
            let candidate = time << 12
            last = max(candidate, last + 1)
            return last
        }
        var random = SystemRandomNumberGenerator()
        return UUIDv7(milliseconds: stamp >> 12, random: (stamp & 0x0FFF, random.next()))
    }
}
