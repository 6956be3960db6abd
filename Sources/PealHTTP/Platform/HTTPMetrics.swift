import Synchronization

/// Counts answers by status; there are some twenty statuses, so it stays small.
final class HTTPMetrics: Sendable {
    private let answers = Mutex<[Int: Int]>([:])

    func answered(_ status: Int) { answers.withLock { $0[status, default: 0] += 1 } }

    /// The Prometheus text.
    var text: String {
        let counts = answers.withLock { $0 }.sorted { $0.key < $1.key }
        return Self.family(
            "peal_http_answers_total",
            "counter",
            "HTTP responses by status.",
            label: "status",
            counts.map { ("\($0.key)", $0.value) }
        )
    }

    /// A metric with one label.
    static func family(
        _ name: String,
        _ kind: String,
        _ help: String,
        label: String,
        _ values: [(String, Int)]
    ) -> String {
        var text = "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
        for (value, count) in values { text += "\(name){\(label)=\"\(value)\"} \(count)\n" }
        return text
    }

    /// A metric without labels.
    static func single(_ name: String, _ kind: String, _ help: String, _ value: Int) -> String {
        "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n\(name) \(value)\n"
    }
}
