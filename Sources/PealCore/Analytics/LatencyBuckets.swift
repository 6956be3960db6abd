/// The buckets of histograms of durations: 16 for each power of two of milliseconds.
///
/// Counts of the same bucket are added, so histograms of hours, categories and stores can be merged. Below 16 ms a bucket is
/// one millisecond; above, the middle of a bucket is at most 1/32 (3.2 %) away from any duration in it.
public enum LatencyBuckets {
    private static let perPower = 16
    /// Durations above are counted as this one: 49 days in milliseconds.
    private static let longest: Int64 = 0xFFFF_FFFF

    /// The bucket of a duration; one below zero counts as zero.
    public static func bucket(of duration: Duration) -> Int {
        let value = min(max(0, duration.wholeMilliseconds), longest)
        guard value >= perPower else { return Int(value) }
        let power = Int64.bitWidth - 1 - value.leadingZeroBitCount
        let part = Int(value >> (power - 4)) - perPower
        return (power - 3) * perPower + part
    }

    /// The middle of a bucket.
    public static func middle(of bucket: Int) -> Duration {
        guard bucket >= perPower else { return .milliseconds(max(0, bucket)) }
        let power = min(bucket / perPower - 1, 60)
        let low = Int64(perPower + bucket % perPower) << power
        let width = Int64(1) << power
        return .milliseconds(low + (width - 1) / 2)
    }

    /// The duration that a share of all are not longer than; `nil` when there are none.
    /// - Parameters:
    ///   - share: the share, from 0 to 1.
    ///   - counts: how many are in each bucket.
    /// - Returns: the middle of its bucket.
    public static func percentile(_ share: Double, of counts: [Int: Int]) -> Duration? {
        let total = counts.values.reduce(0, +)
        guard total > 0 else { return nil }
        let rank = max(1, Int((share * Double(total)).rounded(.up)))
        var passed = 0
        for (bucket, count) in counts.sorted(by: { $0.key < $1.key }) {
            passed += count
            if passed >= rank { return middle(of: bucket) }
        }
        return nil
    }
}
