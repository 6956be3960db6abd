import PealCore
import PealEngine
import PealWire

/// Gives triggers another time, and brings cancelled ones back.
struct TriggerMoveController: Sendable {
    let moves: TriggerMoves
    let now: @Sendable () -> Timestamp

    var endpoints: [Endpoint] {
        [Endpoint(.rescheduleTrigger, use: reschedule), Endpoint(.resumeTrigger, use: resume)]
    }

    private func reschedule(_ request: APIRequest) async throws -> APIResponse {
        let body = try request.read(RescheduleBody.self)
        let id: TriggerID = try request.id("id")
        return try await answer { try await moves.reschedule(id, app: request.app, to: body.sendAt) }
    }

    private func resume(_ request: APIRequest) async throws -> APIResponse {
        let body = request.call.body.isEmpty ? ResumeBody() : try request.read(ResumeBody.self)
        let id: TriggerID = try request.id("id")
        let answer = request.ticket.map { ticket in
            IdempotentAnswer<TriggerReport>(key: ticket.key) { ticket.stored(Self.answer($0)) }
        }
        return try await self.answer {
            try await moves.resume(id, app: request.app, sendAt: body.sendAt, answer: answer)
        }
    }

    private func answer(_ change: () async throws -> TriggerReport?) async throws -> APIResponse {
        do {
            guard let report = try await change() else { throw Problem(.notFound, "unknown trigger") }
            return Self.answer(report)
        } catch let problem as IntakeProblem {
            throw Problem(problem, now: now())
        }
    }

    private static func answer(_ report: TriggerReport) -> APIResponse { .json { report.write(to: &$0) } }
}
