import Logging
import PealCore

/// Applies the token-invalidation breaker to outcomes (C14).
struct TokenInvalidation: Sendable {
    let queues: ChangeQueues
    let metrics: PipelineMetrics
    let logger: Logger

    /// What an outcome counts as: while the breaker is open, a dead token counts as unreachable.
    func credible(_ outcome: SendOutcome, _ verdict: DeliveryQueue.TokenVerdict) -> SendOutcome {
        guard case .gone(let reason, _) = outcome else { return outcome }
        switch verdict {
        case .accepted, .closed: return outcome
        case .ignored, .opened: return .unavailable(reason: reason, retryAfter: nil)
        }
    }

    /// Stores that the breaker opened or closed, so that it survives a restart.
    func act(on verdict: DeliveryQueue.TokenVerdict, of queue: QueueKey, now: Timestamp) async {
        do {
            switch verdict {
            case .accepted, .ignored: return
            case .opened(let since):
                let restored = try await queues.openInvalidationBreaker(queue, since: since, now: now)
                logger.error(
                    "token-invalidation breaker open: a push service declares too many device tokens dead; none is removed for now",
                    metadata: [
                        "app": "\(queue.app)", "provider": "\(queue.provider)", "restored": "\(restored)",
                        "fix": "check the service's status page; `peal queues trust` closes the breaker",
                    ]
                )
            case .closed:
                try await queues.closeInvalidationBreaker(queue, now: now)
                logger.notice(
                    "token-invalidation breaker closed",
                    metadata: ["app": "\(queue.app)", "provider": "\(queue.provider)"]
                )
            }
        } catch {
            metrics.loopErrors.increment()
            logger.error("cannot record the state of a queue", metadata: ["queue": "\(queue)", "error": "\(error)"])
        }
    }
}
