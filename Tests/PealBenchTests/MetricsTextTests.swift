import JudgeKit
import Testing

@Suite("Figures of a server's metrics")
struct MetricsTextTests {
    private static let text = MetricsText(
        """
        # TYPE ended_total counter
        ended_total{app="shop",state="accepted"} 3
        ended_total{app="bank",state="accepted"} 4
        ended_total{app="shop",state="failed"} 5
        ended_total_more{app="shop",state="accepted"} 100
        in_flight 7
        """
    )

    @Test(
        "are summed over the labels that are not named",
        arguments: [
            ("ended_total", 12), (#"ended_total{state="accepted"}"#, 7), (#"ended_total{app="shop"}"#, 8),
            (#"ended_total{app="shop",state="failed"}"#, 5), (#"ended_total{state="failed",app="shop"}"#, 5),
            (#"ended_total{state="unknown"}"#, 0), ("in_flight", 7), (#"in_flight{app="shop"}"#, 0), ("ended", 0),
        ]
    )
    func sum(name: String, sum: Int) {
        #expect(Self.text[name] == sum)
    }
}
