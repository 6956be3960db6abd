import Logging
import PealCore

/// Applies the token-invalidation breaker to outcomes (C14).
struct AddressTrust: Sendable {
    let queues: ChangeQueues
    let metrics: PipelineMetrics
    let logger: Logger

    /// What an outcome counts as: while the breaker is open, a dead token counts as unreachable.
    func credible(_ outcome: SendOutcome, _ trust: Lane.Trust) -> SendOutcome {
        guard case .gone(let reason, _) = outcome else { return outcome }
        switch trust {
        case .believed, .believedAgain: return outcome
        case .doubted, .doubtedFrom: return .unavailable(reason: reason, retryAfter: nil)
        }
    }

    /// Stores that the breaker opened or closed, so that it survives a restart.
    func act(on trust: Lane.Trust, of lane: LaneKey, now: Timestamp) async {
        do {
            switch trust {
            case .believed, .doubted: return
            case .doubtedFrom(let since):
                let restored = try await queues.doubt(lane, since: since, now: now)
                logger.error(
                    "token-invalidation breaker open: a push service declares too many device tokens dead; none is removed for now",
                    metadata: [
                        "app": "\(lane.app)", "provider": "\(lane.provider)", "restored": "\(restored)",
                        "fix": "check the service's status page; `peal queues trust` closes the breaker",
                    ]
                )
            case .believedAgain:
                try await queues.trust(lane, now: now)
                logger.notice(
                    "token-invalidation breaker closed",
                    metadata: ["app": "\(lane.app)", "provider": "\(lane.provider)"]
                )
            }
        } catch {
            metrics.loopErrors.increment()
            logger.error("cannot record the state of a queue", metadata: ["lane": "\(lane)", "error": "\(error)"])
        }
    }
}
