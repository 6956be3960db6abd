import PealEngine
import Synchronization

/// Counts answers by status; there are some twenty statuses, so it stays small.
final class HTTPMetrics: Sendable {
    private let answers = Mutex<[Int: Int]>([:])

    func answered(_ status: Int) { answers.withLock { $0[status, default: 0] += 1 } }

    /// The numbers so far.
    var reading: MetricReading {
        let counts = answers.withLock { $0 }.sorted { $0.key < $1.key }
        return MetricReading(
            "peal_http_answers_total",
            "HTTP responses by status.",
            .counter,
            label: "status",
            counts.map { ("\($0.key)", $0.value) }
        )
    }
}
