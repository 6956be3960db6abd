import HTTPTypes
import PealCore
import PealStore
import PealWire
import Synchronization

/// Answers a repeated request with the first answer, and keeps two of them from running side by side.
final class IdempotencyGuard: Sendable {
    private let store: any IdempotencyStore
    private let now: @Sendable () -> Timestamp
    /// Bounded by the requests in flight.
    private let running = Mutex<Set<IdempotencyKey>>([])

    init(store: any IdempotencyStore, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.now = now
    }

    /// Runs a request once for its key and stores its answer, unless that is written with the effect.
    func run(
        _ ticket: IdempotencyTicket,
        storesAnswer: Bool,
        _ body: () async throws -> APIResponse
    ) async throws -> APIResponse {
        guard running.withLock({ $0.insert(ticket.key).inserted }) else {
            throw Problem(.idempotencyInProgress, retryAfter: 1)
        }
        defer { _ = running.withLock { $0.remove(ticket.key) } }
        if let first = try await store.answer(ticket.key, now: now()) {
            guard first.requestHash == ticket.requestHash else { throw Problem(.idempotencyConflict) }
            var answer = APIResponse.json(bytes: first.body, status: first.status)
            answer.headers[.idempotencyReplayed] = "true"
            return answer
        }
        let answer = try await body()
        if storesAnswer, answer.status < 300 {
            try await store.store(ticket.stored(answer), under: ticket.key, now: now())
        }
        return answer
    }
}

extension APIRoute {
    /// Whether the answer is written in the transaction of its effect, so that a crash leaves neither.
    var storesOwnAnswer: Bool { [.submitTrigger, .submitTriggers, .resumeTrigger].contains(self) }
}
