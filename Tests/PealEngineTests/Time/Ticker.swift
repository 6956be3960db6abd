import PealCore
import Synchronization

/// Real time that goes on by a millisecond whenever it is read.
final class Ticker: Sendable {
    private let count = Atomic<Int64>(0)

    func tick() -> Timestamp { Timestamp(milliseconds: count.add(1, ordering: .relaxed).newValue) }
}
