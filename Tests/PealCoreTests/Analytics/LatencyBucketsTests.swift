import PealCore
import Testing

@Suite("Buckets of durations")
struct LatencyBucketsTests {
    @Test("Below 32 ms every millisecond has a bucket of its own, which is read exactly", arguments: 0..<32)
    func exact(_ value: Int) {
        #expect(LatencyBuckets.bucket(of: .milliseconds(value)) == value)
        #expect(LatencyBuckets.middle(of: value) == .milliseconds(value))
    }

    @Test("A duration below zero counts as none")
    func negative() { #expect(LatencyBuckets.bucket(of: .milliseconds(-5)) == 0) }

    @Test("The middle of a bucket is at most 1/32 away from any duration in it, and buckets are in order")
    func error() async {
        await Property(cases: 2_000) { $0.integer(in: Int64(1)...0xFFFF_FFFF) }.check { value in
            let bucket = LatencyBuckets.bucket(of: .milliseconds(value))
            let middle = LatencyBuckets.middle(of: bucket).wholeMilliseconds
            try #require(abs(middle - value) * 32 <= value, "\(value) is read as \(middle)")
            try #require(LatencyBuckets.bucket(of: .milliseconds(middle)) == bucket)
            try #require(bucket <= LatencyBuckets.bucket(of: .milliseconds(value + 1)))
        }
    }

    @Test(
        "A percentile is the duration that so many are not longer than",
        arguments: [(0.0, 1), (0.5, 1), (0.51, 10), (0.95, 10), (0.96, 20), (0.99, 20), (1.0, 30)]
    )
    func percentiles(_ share: Double, _ value: Int) {
        let counts = [1: 50, 10: 45, 20: 4, 30: 1]
        #expect(LatencyBuckets.percentile(share, of: counts) == .milliseconds(value), "\(share)")
    }

    @Test("Without a duration there is no figure; with one there is a mean")
    func figures() {
        #expect(LatencyBuckets.percentile(0.5, of: [:]) == nil)
        #expect(LatencyFigures([:]) == nil)
        #expect(LatencyFigures([3: 2])?.mean == .milliseconds(3))
    }
}
