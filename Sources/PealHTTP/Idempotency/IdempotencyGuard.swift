import HTTPTypes
import PealCore
import PealEngine
import PealWire

/// Answers a repeated request with the first answer.
struct IdempotencyGuard: Sendable {
    let answers: IdempotentAnswers

    /// Runs a request once for its key and stores its answer, unless that is written with the effect.
    func run(
        _ ticket: IdempotencyTicket,
        storesAnswer: Bool,
        _ body: () async throws -> APIResponse
    ) async throws -> APIResponse {
        guard answers.begin(ticket.key) else { throw Problem(.idempotencyInProgress, retryAfter: 1) }
        defer { answers.end(ticket.key) }
        if let first = try await answers.first(ticket.key) {
            guard first.requestHash == ticket.requestHash else { throw Problem(.idempotencyConflict) }
            if let body = storesAnswer ? answers.body(of: first, under: ticket.key) : first.body {
                var answer = APIResponse.json(bytes: CompactAnswer.body(of: body), status: first.status)
                answer.headers[.idempotencyReplayed] = "true"
                return answer
            }
        }
        let answer = try await body()
        if storesAnswer, answer.status < 300 {
            var stored = ticket.stored(answer)
            stored.user = answer.user ?? ticket.user
            try await answers.keep(stored, under: ticket.key)
        }
        return answer
    }
}

extension APIRoute {
    /// Whether the answer is written in the transaction of its effect, so that a crash leaves neither.
    var storesOwnAnswer: Bool { [.submitTrigger, .submitTriggers, .resumeTrigger].contains(self) }
}
