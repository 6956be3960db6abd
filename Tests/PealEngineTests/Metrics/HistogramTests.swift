import Testing

@testable import PealEngine

@Suite("Histograms of durations")
struct HistogramTests {
    /// A duration, and the first bound that it is not longer than; `nil` beyond the last.
    static let buckets: [(Duration, Duration?)] = [
        (.seconds(-1), .milliseconds(1)), (.zero, .milliseconds(1)), (.milliseconds(1), .milliseconds(1)),
        (.milliseconds(1) + .nanoseconds(1), .microseconds(2_500)), (.microseconds(2_500), .microseconds(2_500)),
        (.milliseconds(3), .milliseconds(5)), (.milliseconds(99), .milliseconds(100)),
        (.milliseconds(101), .milliseconds(250)), (.seconds(1), .seconds(1)),
        (.milliseconds(1_001), .milliseconds(2_500)),
        (.seconds(30), .seconds(30)), (.seconds(30) + .nanoseconds(1), nil), (.seconds(86_400), nil),
    ]

    @Test("a duration counts in the bucket of the first bound that it is not longer than", arguments: buckets)
    func bucket(duration: Duration, bound: Duration?) {
        let histogram = Histogram()
        histogram.record(duration)
        let (upTo, count, sum) = histogram.reading
        #expect(upTo == Histogram.bounds.map { limit in bound.map { limit >= $0 ? 1 : 0 } ?? 0 })
        #expect(count == 1 && sum == max(duration, .zero))
    }

    @Test("bounds rise, from 1 ms to 30 s")
    func bounds() {
        #expect(Histogram.bounds == Histogram.bounds.sorted())
        #expect(Histogram.bounds.first == .milliseconds(1) && Histogram.bounds.last == .seconds(30))
    }

    @Test("many at a time are the same as one after another")
    func batches() {
        let (single, batch, counted) = (Histogram(), Histogram(), Histogram())
        let durations = (0..<200).map { Duration.milliseconds($0 * $0) }
        for duration in durations { single.record(duration) }
        batch.record(durations)
        #expect(single.reading == batch.reading)
        counted.record(.milliseconds(7), count: 3)
        #expect(
            counted.reading == (upTo: [0, 0, 0] + [Int](repeating: 3, count: 11), count: 3, sum: .milliseconds(21))
        )
    }

    @Test("nothing is lost when many record at the same time")
    func together() async {
        let histogram = Histogram()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for number in 0..<1_000 { histogram.record(.milliseconds(number)) } }
            }
        }
        #expect(histogram.reading.count == 8_000)
        #expect(histogram.reading.sum == .milliseconds(8 * 499_500))
    }

    @Test(
        "seconds have the digits that they need",
        arguments: [
            (Duration.zero, "0"), (.seconds(12), "12"), (.milliseconds(1), "0.001"), (.microseconds(2_500), "0.0025"),
            (.milliseconds(2_500), "2.5"), (.nanoseconds(1), "0.000000001"),
            (.seconds(3) + .nanoseconds(120_000_000), "3.12"),
        ]
    )
    func seconds(duration: Duration, text: String) { #expect(MetricFamily.seconds(duration) == text) }
}

private func == (
    left: (upTo: [Int], count: Int, sum: Duration),
    right: (upTo: [Int], count: Int, sum: Duration)
) -> Bool {
    left.upTo == right.upTo && left.count == right.count && left.sum == right.sum
}
