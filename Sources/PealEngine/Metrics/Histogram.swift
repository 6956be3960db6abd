public import Metrics
import Synchronization

/// Counts durations in fixed buckets, from 1 ms to 30 s.
///
/// An observation takes one lock and allocates nothing; those that come together take one lock together.
public final class Histogram: TimerHandler {
    /// The upper bounds of the buckets; what is longer than the last one is in a bucket without a bound.
    public static let bounds: [Duration] = [
        .milliseconds(1), .microseconds(2_500), .milliseconds(5), .milliseconds(10), .milliseconds(25),
        .milliseconds(50), .milliseconds(100), .milliseconds(250), .milliseconds(500), .seconds(1),
        .milliseconds(2_500), .seconds(5), .seconds(10), .seconds(30),
    ]

    private let state = Mutex(State())

    private struct State {
        let bounds = Histogram.bounds
        var counts = [Int](repeating: 0, count: Histogram.bounds.count + 1)
        var sum = Duration.zero

        mutating func add(_ duration: Duration, _ count: Int) {
            // Nearly all are short, so the search from the start is the short one.
            let bucket = bounds.firstIndex { duration <= $0 } ?? bounds.count
            counts[bucket] += count
            guard duration > .zero else { return }
            sum += count == 1 ? duration : duration * count
        }
    }

    init() {}

    /// Counts a duration; one below zero, after a clock was set back, counts as zero.
    public func record(_ duration: Duration, count: Int = 1) {
        state.withLock { $0.add(duration, count) }
    }

    /// Counts durations.
    func record(_ durations: some Sequence<Duration>) {
        state.withLock { state in
            for duration in durations { state.add(duration, 1) }
        }
    }

    /// Counts a duration, as libraries do.
    public func recordNanoseconds(_ duration: Int64) { record(.nanoseconds(duration)) }

    /// How many were not longer than each bound, how many there are, and how long they are together.
    var reading: (upTo: [Int], count: Int, sum: Duration) {
        state.withLock { state in
            var total = 0
            let upTo = state.counts.map { count in
                total += count
                return total
            }
            return (Array(upTo.dropLast()), total, state.sum)
        }
    }
}
