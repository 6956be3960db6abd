import Logging
import PealCore
import Synchronization

/// Which destinations of alerts fail: each is asked again after a growing wait, and said in the log once, and once when it
/// works again.
final class AlertDestinationHealth: Sendable {
    private struct Failures {
        var count = 0
        var heldUntil: Timestamp
    }

    private let failures = Mutex<[String: Failures]>([:])
    private let random: @Sendable () -> Double
    private let logger: Logger

    init(random: @escaping @Sendable () -> Double, logger: Logger) {
        self.random = random
        self.logger = logger
    }

    /// Whether a destination may be called.
    func isDue(_ destination: AlertDestination, at now: Timestamp) -> Bool {
        failures.withLock { $0[destination.id].map { $0.heldUntil <= now } ?? true }
    }

    /// When the next of those that fail is called again.
    func nextTurn(after now: Timestamp) -> Timestamp? {
        failures.withLock { $0.values.map(\.heldUntil).filter { $0 > now }.min() }
    }

    /// Takes over what came of a turn.
    /// - Parameters:
    ///   - failed: an attempt that failed; `nil` when all messages were delivered.
    ///   - destination: whose turn it was.
    ///   - now: when it ended.
    func note(_ failed: AlertAttempt?, of destination: AlertDestination, at now: Timestamp) {
        let unit = random()
        let before = failures.withLock { failures in
            let before = failures[destination.id]
            if let failed {
                let count = (before?.count ?? 0) + 1
                let wait = WebhookSchedule.hold(after: count, asked: failed.retryAfter, random: unit)
                failures[destination.id] = Failures(count: count, heldUntil: now + wait)
            } else {
                failures[destination.id] = nil
            }
            return before
        }
        if let problem = failed?.problem, before == nil {
            logger.error(
                "a message about an alert cannot be delivered and is tried again; check alertTo, then run `peal alerts test`",
                metadata: ["to": "\(destination)", "reason": "\(problem)"]
            )
        } else if failed == nil, let before {
            logger.notice(
                "messages about alerts are delivered again",
                metadata: ["to": "\(destination)", "failures": "\(before.count)"]
            )
        }
    }
}
