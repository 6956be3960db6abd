import Logging
import PealCore

/// Reports what the circuit breakers of queues do: a line of the log for each change, and the state in the store, where
/// operators' commands read it.
struct QueueReports: Sendable {
    let registry: QueueRegistry
    let changes: ChangeQueues
    let metrics: PipelineMetrics
    let logger: Logger

    /// Takes note of answers.
    /// - Returns: whether the queue is opening, so that each answer may let more go.
    func answered(_ queue: QueueKey, _ outcomes: some Sequence<SendOutcome>, now: Timestamp, unit: Double) -> Bool {
        let answer = registry.answered(queue, outcomes, now: now, unit: unit)
        for change in answer.changes { log(change, of: queue, now: now) }
        if let until = answer.throttledUntil {
            logger.warning(
                "a push service asked this app to slow down, and its pushes wait",
                metadata: ["app": "\(queue.app)", "provider": "\(queue.provider)", "until": "\(until.rfc3339)"]
            )
        }
        return answer.isOpening
    }

    /// Stores what keeps a queue from sending, where that has changed.
    func store(_ queue: QueueKey) async {
        while let trouble = registry.beginStoring(queue) {
            do {
                try await changes.setTrouble(queue, trouble)
                registry.endStoring(queue, isStored: true)
            } catch {
                registry.endStoring(queue, isStored: false)
                metrics.loopErrors.increment()
                return logger.error(
                    "cannot record the state of a queue",
                    metadata: ["queue": "\(queue)", "error": "\(error)"]
                )
            }
        }
    }

    private func log(_ change: QueueAnswer.Change, of queue: QueueKey, now: Timestamp) {
        var metadata: Logger.Metadata = ["app": "\(queue.app)", "provider": "\(queue.provider)"]
        func add(_ code: String?) {
            guard let code else { return }
            metadata["reason"] = "\(ReasonWords.of(code))"
            metadata["code"] = "\(code)"
        }
        switch change.breaker {
        case .firstFailure:
            add(change.reason)
            logger.warning("a push service fails; its pushes are tried again", metadata: metadata)
        case .opened(let opening):
            add(opening.reason)
            metadata["since"] = "\(opening.since.rfc3339)"
            metadata["nextProbe"] = "\(opening.probeAt.rfc3339)"
            logger.warning("breaker open: a push service keeps failing, and its pushes wait", metadata: metadata)
        case .closed(let since):
            metadata["since"] = "\(since.rfc3339)"
            metadata["seconds"] = "\((now - since).components.seconds)"
            logger.notice("breaker closed: the push service answers again", metadata: metadata)
        }
    }
}

/// What answers of a push service changed of their queue.
struct QueueAnswer {
    /// A change of the circuit breaker, and the code of the answer that made it.
    struct Change {
        var breaker: CircuitBreaker.Change
        var reason: String?
    }

    /// Whether the queue is opening, so that each answer may let more go.
    var isOpening: Bool
    /// What became of the circuit breaker, in order.
    var changes: [Change]
    /// Until when the service asked to wait, where it did not before, and for long enough to be noticed.
    var throttledUntil: Timestamp?

    /// A shorter wait is no news: it is over before anybody looks.
    static let shortestNews = Duration.seconds(10)
}
