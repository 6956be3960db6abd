import Logging
import PealCore

/// Applies the token-invalidation breaker to outcomes (C14).
struct TokenInvalidation: Sendable {
    let queues: ChangeQueues
    let metrics: PipelineMetrics
    let logger: Logger

    /// What an outcome counts as: while the breaker is open, a dead token counts as unreachable, and a sender that is refused
    /// for a device as one that is refused altogether.
    func credible(_ outcome: SendOutcome, _ verdict: DeliveryQueue.TokenVerdict) -> SendOutcome {
        switch verdict {
        case .accepted, .closed: return outcome
        case .ignored, .opened: break
        }
        return switch outcome {
        case .gone(let reason, _): .unavailable(reason: reason, retryAfter: nil)
        case .rejected(let reason, .device): .rejected(reason: reason, scope: .configuration)
        default: outcome
        }
    }

    /// Stores that the breaker opened or closed, so that it survives a restart.
    func act(on verdict: DeliveryQueue.TokenVerdict, of queue: QueueKey, now: Timestamp) async {
        do {
            switch verdict {
            case .accepted, .ignored: return
            case .opened(let since, let mismatched):
                let restored = try await queues.openInvalidationBreaker(
                    queue,
                    since: since,
                    mismatched: mismatched,
                    now: now
                )
                logger.error(
                    "token-invalidation breaker open: a push service declares too many device tokens dead; none is removed for now",
                    metadata: [
                        "app": "\(queue.app)", "provider": "\(queue.provider)", "restored": "\(restored)",
                        "fix":
                            "check this app's key and the service's status page; `peal queues trust` closes the breaker",
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
