public import PealCore
import Synchronization

/// A wall clock that stands until a test moves it.
public final class TestClock: Sendable {
    private let instant: Mutex<Timestamp>

    /// Starts at an instant.
    public init(_ start: Timestamp = Timestamp(seconds: 1_763_661_600)) { instant = Mutex(start) }

    /// What it shows.
    public var now: Timestamp { instant.withLock { $0 } }

    /// Moves it.
    public func advance(by step: Duration) { instant.withLock { $0 = $0 + step } }
}
