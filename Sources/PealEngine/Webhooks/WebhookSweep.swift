import Logging
import PealCore
import PealStore
import Synchronization

/// Deletes messages that are past their time, and says when messages of a webhook were dropped.
final class WebhookSweep: Sendable {
    private static let interval = Duration.seconds(600)
    private static let step = 2_000

    private let store: any WebhookStore
    private let logger: Logger
    private let state = Mutex(State())

    private struct State {
        var sweptAt: Timestamp?
        var dropped: [WebhookID: Int] = [:]
    }

    init(store: any WebhookStore, logger: Logger) {
        self.store = store
        self.logger = logger
    }

    /// Does both for some webhooks, the first every ten minutes.
    func step(_ statuses: [WebhookStatus], now: Timestamp) async throws {
        note(statuses)
        let isTime = state.withLock { state in
            if let last = state.sweptAt, last <= now, now - last < Self.interval { return false }
            state.sweptAt = now
            return true
        }
        guard isTime else { return }
        for status in statuses {
            repeat {
            } while try await store.sweepMessages(
                of: status.webhook.id,
                app: status.app,
                before: now - WebhookMessage.memory,
                keeping: WebhookMessage.kept,
                limit: Self.step
            ) == Self.step
        }
    }

    private func note(_ statuses: [WebhookStatus]) {
        let counts = Dictionary(statuses.map { ($0.webhook.id, $0.dropped) }) { first, _ in first }
        let before = state.withLock { state in
            defer { state.dropped = counts }
            return state.dropped
        }
        for status in statuses where status.dropped > before[status.webhook.id] ?? status.dropped {
            logger.warning(
                "messages of a webhook were dropped because too many wait",
                metadata: [
                    "app": "\(status.app)", "webhook": "\(status.webhook.id)", "dropped": "\(status.dropped)",
                ]
            )
        }
    }
}
