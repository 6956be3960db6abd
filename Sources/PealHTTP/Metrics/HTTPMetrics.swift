import PealCore
import PealEngine
import PealWire
import Synchronization

/// Counts answers by app, route and status: there are as many apps and routes as the server knows, whatever callers send.
final class HTTPMetrics: Sendable {
    private struct Answer: Hashable, Comparable {
        /// Empty where the caller's app is not known.
        var app: String
        var method: String
        var route: String
        var status: Int

        var labels: [(String, String)] {
            [("app", app), ("method", method), ("route", route), ("status", "\(status)")]
        }

        static func < (left: Answer, right: Answer) -> Bool {
            (left.app, left.route, left.method, left.status) < (right.app, right.route, right.method, right.status)
        }
    }

    private let answers = Mutex<[Answer: Int]>([:])

    /// Counts an answer.
    /// - Parameters:
    ///   - status: its status.
    ///   - route: the route that took the request; `nil` where none did: then it is a file, or there is nothing.
    ///   - app: the caller's app, once its credential was accepted.
    func answered(_ status: Int, _ route: APIRoute?, of app: AppID?) {
        let answer = Answer(
            app: app?.rawValue ?? "",
            method: route?.method.rawValue ?? "",
            route: route?.path ?? "",
            status: status
        )
        answers.withLock { $0[answer, default: 0] += 1 }
    }

    /// The numbers so far.
    var reading: MetricReading {
        let counts = answers.withLock { $0 }.sorted { $0.key < $1.key }
        return MetricReading(
            "peal_http_answers_total",
            "HTTP responses by app, route and status; without a route: files, and paths that do not exist.",
            .counter,
            counts.map { MetricSample($0.key.labels, $0.value) }
        )
    }
}
