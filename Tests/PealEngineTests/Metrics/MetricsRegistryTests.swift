import Metrics
import Testing

@testable import PealEngine

@Suite("The text of metrics")
struct MetricsRegistryTests {
    @Test("has metrics in the order of their declaration, and their numbers in the order of labels")
    func order() {
        let registry = MetricsRegistry()
        registry.counter("b_total", "B.").increment(by: 2)
        registry.declare("empty", "Nothing yet.", .gauge)
        for value in ["y", "x"] { registry.counter("a_total", "A.", [("l", value)]).increment() }
        registry.gauge("g", "G.").record(2.5)
        #expect(
            registry.text(with: ["empty": [MetricSample([("q", "1"), ("r", "2")], 7)]]) == """
                # HELP b_total B.
                # TYPE b_total counter
                b_total 2
                # HELP empty Nothing yet.
                # TYPE empty gauge
                empty{q="1",r="2"} 7
                # HELP a_total A.
                # TYPE a_total counter
                a_total{l="x"} 1
                a_total{l="y"} 1
                # HELP g G.
                # TYPE g gauge
                g 2.5

                """
        )
    }

    @Test("has a histogram's buckets, each with what is below, then the sum and the count")
    func histogram() {
        let registry = MetricsRegistry()
        let histogram = registry.histogram("h_seconds", "H.", [("p", "a")])
        histogram.record(.milliseconds(3))
        histogram.record(.seconds(45))
        let lines = registry.text().split(separator: "\n").map(String.init)
        #expect(
            lines.prefix(4) == [
                "# HELP h_seconds H.", "# TYPE h_seconds histogram",
                #"h_seconds_bucket{p="a",le="0.001"} 0"#, #"h_seconds_bucket{p="a",le="0.0025"} 0"#,
            ]
        )
        #expect(lines[4] == #"h_seconds_bucket{p="a",le="0.005"} 1"#)
        #expect(
            lines.suffix(4) == [
                #"h_seconds_bucket{p="a",le="30"} 1"#, #"h_seconds_bucket{p="a",le="+Inf"} 2"#,
                #"h_seconds_sum{p="a"} 45.003"#, #"h_seconds_count{p="a"} 2"#,
            ]
        )
        #expect(lines.count == 2 + Histogram.bounds.count + 3)
    }

    @Test(
        "escapes what the format needs to be escaped in the values of labels",
        arguments: [
            ("", #"c{l=""} 1"#), ("a b{}=,#", #"c{l="a b{}=,#"} 1"#), ("a\"b", #"c{l="a\"b"} 1"#),
            ("a\\b", #"c{l="a\\b"} 1"#), ("a\nb", #"c{l="a\nb"} 1"#), ("ä灯", #"c{l="ä灯"} 1"#),
            ("a\"b\\c\nd", #"c{l="a\"b\\c\nd"} 1"#),
        ]
    )
    func escapes(value: String, line: String) {
        let registry = MetricsRegistry()
        registry.counter("c", "C.", [("l", value)]).increment()
        #expect(registry.text() == "# HELP c C.\n# TYPE c counter\n\(line)\n")
    }

    @Test("leaves out what is 0 where most pairs of labels never come together")
    func zeros() {
        let registry = MetricsRegistry()
        registry.declare("c_total", "C.", .counter, omitsZeros: true)
        _ = registry.counter("c_total", "C.", [("l", "never")])
        registry.counter("c_total", "C.", [("l", "once")]).increment()
        #expect(registry.text() == "# HELP c_total C.\n# TYPE c_total counter\nc_total{l=\"once\"} 1\n")
    }

    @Test("the same name and labels are the same handler")
    func same() {
        let registry = MetricsRegistry()
        #expect(registry.counter("c", "", [("l", "1")]) === registry.counter("c", "", [("l", "1")]))
        #expect(registry.counter("c", "", [("l", "1")]) !== registry.counter("c", "", [("l", "2")]))
        #expect(registry.histogram("h") === registry.histogram("h"))
    }

    @Test("what libraries count by swift-metrics is in it")
    func libraries() async throws {
        let registry = MetricsRegistry()
        try await registry.collecting {
            Metrics.Counter(label: "pool.leases", dimensions: [("pool-name", "a")]).increment(by: 3)
            Metrics.Gauge(label: "pool.size").record(4)
            Metrics.Timer(label: "pool.wait").recordMilliseconds(7)
            Metrics.Recorder(label: "pool.age").record(0.25)
            Metrics.Meter(label: "9.lives").set(9)
        }
        let lines = Set(registry.text().split(separator: "\n").map(String.init))
        let expected = [
            #"pool_leases{pool_name="a"} 3"#, "pool_size 4", "pool_wait_sum 0.007", "pool_wait_count 1",
            #"pool_age_bucket{le="0.25"} 1"#, #"pool_age_bucket{le="0.1"} 0"#, "_9_lives 9",
            "# TYPE pool_wait histogram",
        ]
        for line in expected { #expect(lines.contains(line), "\(line)") }
    }

    @Test("a library that takes a name for another kind of metric counts without a text, and breaks nothing")
    func clash() {
        let registry = MetricsRegistry()
        registry.counter("c", "C.").increment()
        registry.makeTimer(label: "c", dimensions: []).recordNanoseconds(5)
        #expect(registry.text() == "# HELP c C.\n# TYPE c counter\nc 1\n")
    }
}
