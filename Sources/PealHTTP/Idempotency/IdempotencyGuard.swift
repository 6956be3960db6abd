import HTTPTypes
import PealCore
import PealCrypto
import PealStore
import PealWire
import Synchronization

/// Answers a repeated request with the first answer, and keeps two of them from running side by side.
final class IdempotencyGuard: Sendable {
    private let store: any IdempotencyStore
    private let keyring: Keyring
    private let now: @Sendable () -> Timestamp
    /// Bounded by the requests in flight.
    private let running = Mutex<Set<IdempotencyKey>>([])

    init(store: any IdempotencyStore, keyring: Keyring, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.keyring = keyring
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
            if let body = storesAnswer ? open(first.body, ticket) : first.body {
                var answer = APIResponse.json(bytes: body, status: first.status)
                answer.headers[.idempotencyReplayed] = "true"
                return answer
            }
        }
        let answer = try await body()
        if storesAnswer, answer.status < 300 {
            var stored = ticket.stored(answer)
            stored.body = try keyring.seal(answer.body, app: ticket.key.app, context: Self.context(ticket))
            stored.user = answer.user ?? ticket.user
            try await store.store(stored, under: ticket.key, now: now())
        }
        return answer
    }

    /// A stored body, which holds what people chose and is sealed for that; `nil` when its key was replaced since: the call
    /// runs again then, as its effect may.
    private func open(_ sealed: [UInt8], _ ticket: IdempotencyTicket) -> [UInt8]? {
        try? keyring.open(sealed, app: ticket.key.app, context: Self.context(ticket))
    }

    private static func context(_ ticket: IdempotencyTicket) -> String {
        "idempotency|\(ticket.key.operation)|\(ticket.key.key)"
    }
}

extension APIRoute {
    /// Whether the answer is written in the transaction of its effect, so that a crash leaves neither.
    var storesOwnAnswer: Bool { [.submitTrigger, .submitTriggers, .resumeTrigger].contains(self) }
}
