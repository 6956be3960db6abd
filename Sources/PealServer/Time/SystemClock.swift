import Foundation
package import PealCore
import PealEngine

/// The system's clock: wall time to read, monotonic time to wait by.
package struct SystemClock: PealClock {
    private static let start = ContinuousClock.now
    private let monotonic = ContinuousClock()
    private let offset: @Sendable () -> Duration

    /// Reads the system's time.
    /// - Parameter offset: how much later it seems, for tests with a wrong clock.
    package init(offset: @escaping @Sendable () -> Duration = { .zero }) { self.offset = offset }

    package var now: Timestamp {
        Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) + offset()
    }

    /// How long the process has run, by a clock that no setting of the time moves.
    var uptime: Duration { Self.start.duration(to: .now) }

    /// Waits in steps of at most a minute, so that a corrected wall clock is noticed.
    package func sleep(until instant: Timestamp) async throws {
        while true {
            let remaining = instant - now
            if remaining <= .zero { return }
            try await monotonic.sleep(for: min(remaining, .seconds(60)))
        }
    }
}

extension VirtualClock.Flow {
    /// Real time.
    static var system: Self {
        let clock = SystemClock()
        let monotonic = ContinuousClock()
        return Self(now: { clock.now }, sleep: { try await monotonic.sleep(for: $0) })
    }
}
