import Synchronization

/// Counts answers by status; there are some twenty statuses, so it stays small.
final class HTTPMetrics: Sendable {
    private let answers = Mutex<[Int: Int]>([:])

    func answered(_ status: Int) { answers.withLock { $0[status, default: 0] += 1 } }

    /// The Prometheus text.
    var text: String {
        let counts = answers.withLock { $0 }
        var text = "# HELP peal_http_answers_total HTTP answers by status.\n# TYPE peal_http_answers_total counter\n"
        for (status, count) in counts.sorted(by: { $0.key < $1.key }) {
            text += "peal_http_answers_total{status=\"\(status)\"} \(count)\n"
        }
        return text
    }
}
