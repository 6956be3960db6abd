import Foundation
package import PealCore

/// The clocks of judges and benchmarks, read only here.
package struct Stopwatch {
    private let start = ContinuousClock.now

    package init() {}

    /// Seconds since it was made.
    package var seconds: Double { Stopwatch.seconds(start.duration(to: .now)) }

    /// The time of day, to compare with what the simulators wrote down.
    package static var wallClock: Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }

    package static func seconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }

    /// Asks again and again until something is there.
    /// - Throws: `took-too-long` after the limit.
    package static func poll<Value>(
        _ what: String,
        every pause: Duration = .milliseconds(3),
        atMost limit: Duration,
        _ probe: () async throws -> Value?
    ) async throws -> Value {
        let watch = Stopwatch()
        while true {
            if let value = try await probe() { return value }
            guard watch.seconds < seconds(limit) else {
                throw JudgeError(.tookTooLong, "\(what) after \(Int(watch.seconds)) s")
            }
            try await Task.sleep(for: pause)
        }
    }
}
