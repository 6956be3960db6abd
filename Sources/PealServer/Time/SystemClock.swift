import Foundation
package import PealCore
import PealEngine

/// The system's clock: wall time to read, monotonic time to wait by.
package struct SystemClock: PealClock {
    private let monotonic = ContinuousClock()

    package init() {}

    package var now: Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }

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
