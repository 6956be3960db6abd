import PealCore
import PealEngine
import PealWire

/// Takes triggers in, lists and cancels them.
struct TriggerController: Sendable {
    let intake: TriggerIntake
    let cancels: CancelTriggers
    let triggers: TriggerReports
    let now: @Sendable () -> Timestamp
    /// How long requests take that are accepted.
    let latency: Histogram
    let uptime: @Sendable () -> Duration

    var endpoints: [Endpoint] {
        [
            Endpoint(.submitTrigger, use: submit), Endpoint(.submitTriggers, use: submitMany),
            Endpoint(.listTriggers, use: list), Endpoint(.getTrigger, use: get), Endpoint(.cancelTrigger, use: cancel),
            Endpoint(.cancelTriggers, use: cancelByKey),
        ]
    }

    private func submit(_ request: APIRequest) async throws -> APIResponse {
        let query = request.query
        let isDryRun = query.flag("dryRun")
        try query.finish()
        var draft = try read(request, counts: !isDryRun) { try request.read(TriggerDraft.self) }
        draft.traceParent = request.traceParent
        if let problem = InlineEntities.problem(with: draft, of: request.caller) { throw problem }
        if isDryRun {
            let preview = try await intake.dryRun(draft, app: request.app).mapError { Problem($0, now: now()) }.get()
            return .json { preview.write(to: &$0) }
        }
        let isScheduled = (draft.earliest ?? now()) > now()
        let answer = request.ticket.map { ticket in
            IdempotentAnswer<[Result<TriggerAnswer, IntakeProblem>]>(key: ticket.key) { results in
                ticket.stored(Self.answer(results, isScheduled: isScheduled))
            }
        }
        let results = try await intake.submit([draft], app: request.app, answer: answer)
        if case .failure(let problem)? = results.first { throw Problem(problem, now: now()) }
        latency.record(uptime() - request.call.beganAt)
        return Self.answer(results, isScheduled: isScheduled)
    }

    /// Reads a body; one that cannot be read counts for alerts.
    private func read<Body>(_ request: APIRequest, counts: Bool = true, _ body: () throws -> Body) throws -> Body {
        do {
            return try body()
        } catch {
            if counts { intake.countUnreadable(1, of: request.app) }
            throw error
        }
    }

    private static func answer(
        _ results: [Result<TriggerAnswer, IntakeProblem>],
        isScheduled: Bool
    ) -> APIResponse {
        guard case .success(let answer)? = results.first else { return .noContent }
        let status = answer.acceptance.isDuplicate ? 200 : 202
        return .json(status: status) { answer.write(to: &$0, isScheduled: isScheduled) }
    }

    private func submitMany(_ request: APIRequest) async throws -> APIResponse {
        let body = try read(request) { try TriggerBulkBody.read(request.call.body, rules: request.call.rules) }
        let bulk = BulkSubmission(body.triggers, of: request.caller, in: request.traceParent)
        let instant = now()
        let answer = request.ticket.map { ticket in
            IdempotentAnswer<[Result<TriggerAnswer, IntakeProblem>]>(key: ticket.key) { results in
                ticket.stored(bulk.answer(results, now: instant))
            }
        }
        let drafts = bulk.drafts
        intake.countUnreadable(bulk.unreadable, of: request.app)
        guard !drafts.isEmpty else { return bulk.answer([], now: instant) }
        let results = try await intake.submit(drafts, app: request.app, answer: answer)
        latency.record(uptime() - request.call.beganAt)
        return bulk.answer(results, now: instant)
    }

    private func list(_ request: APIRequest) async throws -> APIResponse {
        let query = request.query
        let filter = TriggerFilter(
            type: query.identifier("type").map { TypeID($0) },
            status: query.word("status"),
            since: query.timestamp("since")
        )
        let page = try request.page(query)
        try query.finish()
        let found = try await triggers.list(app: request.app, filter: filter, page: page)
        let cursor = try request.cursor(found.next)
        return .json { writer in
            writer.page(found.items, next: cursor) { $1.write(to: &$0) }
        }
    }

    private func get(_ request: APIRequest) async throws -> APIResponse {
        guard let report = try await triggers.find(try request.id("id"), app: request.app) else {
            throw Problem(.notFound, "unknown trigger")
        }
        return .json { report.write(to: &$0) }
    }

    private func cancel(_ request: APIRequest) async throws -> APIResponse {
        let query = request.query
        let retracts = query.flag("recall")
        try query.finish()
        let id: TriggerID = try request.id("id")
        let report = try await cancels.cancel(id, app: request.app, retracts: retracts, now: now())
        guard let report else { throw Problem(.notFound, "unknown trigger") }
        return .json { report.write(to: &$0) }
    }

    private func cancelByKey(_ request: APIRequest) async throws -> APIResponse {
        let query = request.query
        let key = query.requiredIdentifier("cancelKey")
        let retracts = query.flag("recall")
        try query.finish()
        let report = try await cancels.cancel(key: key, app: request.app, retracts: retracts, now: now())
        return .json { report.write(to: &$0) }
    }
}
