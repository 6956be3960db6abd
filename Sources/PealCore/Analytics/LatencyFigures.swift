/// What a histogram of durations says (``LatencyBuckets``).
public struct LatencyFigures: Sendable, Equatable {
    /// How many durations there are.
    public var count: Int
    /// The mean.
    public var mean: Duration
    /// The duration that half of them are not longer than.
    public var p50: Duration
    /// The duration that 95 of 100 are not longer than.
    public var p95: Duration
    /// The duration that 99 of 100 are not longer than.
    public var p99: Duration

    /// Reads a histogram; `nil` for an empty one.
    /// - Parameter counts: how many are in each bucket.
    public init?(_ counts: [Int: Int]) {
        let total = counts.values.reduce(0, +)
        guard total > 0, let p50 = LatencyBuckets.percentile(0.5, of: counts),
            let p95 = LatencyBuckets.percentile(0.95, of: counts), let p99 = LatencyBuckets.percentile(0.99, of: counts)
        else { return nil }
        count = total
        let sum = counts.reduce(0.0) { sum, entry in
            sum + Double(LatencyBuckets.middle(of: entry.key).wholeMilliseconds) * Double(entry.value)
        }
        mean = .milliseconds(Int64(sum / Double(total)))
        self.p50 = p50
        self.p95 = p95
        self.p99 = p99
    }
}
