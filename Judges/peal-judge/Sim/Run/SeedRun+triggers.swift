import PealCore
import PealEngine
import PealStore

/// What the apps' backends say that happened.
extension SeedRun {
    /// One trigger or several, new ones or one that was sent before; now and then a request that is sent twice.
    func sendTriggers() async throws {
        guard let app = random.pick(world.apps) else { return }
        if random.happens(0.1), let again = random.pick(Array(record.requests.indices.suffix(8))) {
            return try await alone(again) { try await repeatRequest(again) }
        }
        var plans: [TriggerPlan] = []
        let earlier = drafts.filter { $0.app == app.id }.map(\.plan)
        if random.happens(0.15), let again = random.pick(earlier) { plans.append(again) }
        for _ in 0..<(random.happens(0.15) ? random.within(2...7) : plans.isEmpty ? 1 : 0) {
            if let plan = app.draft(number: tally.triggers + plans.count, now: clock.now, random: &random) {
                plans.append(plan)
            }
        }
        // A backend whose request died asks again: perhaps it was accepted after all.
        for plan in plans where !plan.isBad { drafts.append((app.id, plan)) }
        drafts = drafts.suffix(24)
        guard random.happens(0.25) else { return try await submit(plans, of: app, under: nil) }
        let request = SimRecord.Request(app: app.id, key: "request-\(number())", plans: plans, at: clock.now)
        record.requests.append(request)
        let index = record.requests.count - 1
        try await alone(index) { try await submit(plans, of: app, under: index) }
    }

    /// Runs a request unless the same one is under way: then it is refused (ADR 0007).
    private func alone(_ index: Int, _ body: () async throws -> Void) async throws {
        guard let process = alive else { return }
        let key = key(of: record.requests[index])
        guard process.engine.answers.begin(key) else { return note("\(key.key) is running") }
        defer { process.engine.answers.end(key) }
        try await body()
    }

    private func submit(_ plans: [TriggerPlan], of app: SimWorld.App, under index: Int?) async throws {
        guard let process = alive else { return }
        for plan in plans { for patch in plan.draft.entities { moved.insert(patch.ref) } }
        let answer = index.map { index in
            IdempotentAnswer<[Result<TriggerAnswer, IntakeProblem>]>(key: key(of: record.requests[index])) {
                let text = AnswerText.write($0.map { $0.map(\.acceptance) })
                return StoredAnswer(requestHash: [1], status: 202, body: Array(text.utf8))
            }
        }
        let erasures = record.erasures.count
        let answers = try await process.engine.intake.submit(plans.map(\.draft), app: app.id, answer: answer)
        let results = answers.map { $0.map(\.acceptance) }
        guard alive?.number == process.number else { return }
        if let index { record.requests[index].answer = AnswerText.write(results) }
        for (position, (plan, result)) in zip(plans, results).enumerated() {
            let later = plans.dropFirst(position + 1).flatMap(\.draft.entities)
            try acknowledge(plan, result, app, at: clock.now, isLast: later.isEmpty)
        }
        // Between the acceptance on disk and its answer users may have been erased, and are named no more.
        for userKey in record.erasures.dropFirst(erasures) { record.unname(userKey) }
    }

    private func key(of request: SimRecord.Request) -> IdempotencyKey {
        IdempotencyKey(app: request.app, operation: "POST /triggers", key: request.key)
    }

    /// The same request once more: what it was answered is answered again, for a day.
    private func repeatRequest(_ index: Int) async throws {
        guard let process = alive, let app = world.apps.first(where: { $0.id == record.requests[index].app }) else {
            return
        }
        let request = record.requests[index]
        let stored = try await process.store.answer(key(of: request), now: clock.now)
        guard alive?.number == process.number else { return }
        let text = stored.map { String(decoding: $0.body, as: UTF8.self) }
        if let answer = request.answer {
            if let text, text != answer { return fail("same-answer", "\(request.key): \(answer), then \(text)") }
            if text == nil, AnswerText.hasAccepted(answer), latest < request.at + .seconds(86_400) {
                return fail("same-answer", "\(request.key) was answered \(answer), and nobody knows it any more")
            }
        }
        if let text {
            note("\(request.key) is answered as before")
            guard request.answer == nil else { return }
            record.requests[index].answer = text
            return try adopt(AnswerText.accepted(text), of: request, app, process)
        }
        record.requests[index].at = clock.now
        record.requests[index].answer = nil
        try await submit(request.plans, of: app, under: index)
    }

    /// Takes up triggers whose acknowledgement came only with the repetition.
    private func adopt(
        _ accepted: [Int: TriggerID],
        of request: SimRecord.Request,
        _ app: SimWorld.App,
        _ process: ProcessRun
    ) throws {
        for (position, id) in accepted.sorted(by: { $0.key < $1.key }) where position < request.plans.count {
            guard let stored = try process.facts.trigger(id, app: app.id) else {
                if latest < request.at + app.catalog.retention.deliveryLog {
                    return fail("same-answer", "\(request.key) says that \(id) was accepted, and it is not there")
                }
                continue
            }
            // Another catalog may be in force by now.
            republished.insert(app.id)
            // It was accepted when it was asked for first: its time counts from there.
            try acknowledge(request.plans[position], .success(.accepted(id)), app, at: request.at, isLast: false)
            // Users may have been erased between the first answer, which was lost, and this one.
            let erased = Set(record.erased.filter { $0.app == app.id }.map(\.user))
            record.asked[id]?.erased = erased
            // Its recipients when its fan-out began are unknown.
            if stored.fanOut != "waiting" { record.asked[id]?.isChecked = true }
        }
    }

    private func acknowledge(
        _ plan: TriggerPlan,
        _ result: Result<TriggerAcceptance, IntakeProblem>,
        _ app: SimWorld.App,
        at instant: Timestamp,
        isLast: Bool
    ) throws {
        switch result {
        case .failure(let problem):
            tally.refused += 1
            note("refused \(plan.draft.type)")
            if let limit = problem.limit, isLast { try checkRefusal(plan, limit.id, app) }
        case .success(.duplicate(let first)):
            tally.duplicates += 1
            note("duplicate of \(first.rawValue.hex.suffix(8))")
        case .success(.refused):
            tally.refused += 1
            note("limited \(plan.draft.type)")
        case .success(.queued(let id, let until)):
            try keep(plan, id, app, at: instant, notBefore: until, isLast: isLast)
        case .success(.accepted(let id)):
            try keep(plan, id, app, at: instant, notBefore: plan.draft.sendAt, isLast: isLast)
        }
    }

    private func keep(
        _ plan: TriggerPlan,
        _ id: TriggerID,
        _ app: SimWorld.App,
        at acceptedAt: Timestamp,
        notBefore: Timestamp?,
        isLast: Bool
    ) throws {
        guard let process = alive else { return }
        let known =
            app.catalog.type(plan.draft.type) ?? app.texts.values.lazy.compactMap { $0.type(plan.draft.type) }.first
        guard !plan.isBad, let type = known, let audience = plan.draft.audience ?? type.defaultAudience else {
            return fail("intake", "a trigger with a mistake was accepted: \(plan.draft.type)")
        }
        if record.asked[id] != nil { return fail("nothing-lost", "\(id) was given twice") }
        tally.triggers += 1
        record.order.append(id)
        record.asked[id] = .init(
            app: app.id,
            type: type,
            audience: audience,
            cancelKey: plan.draft.cancelKey,
            acceptedAt: acceptedAt,
            notBefore: notBefore,
            local: plan.draft.sendAtLocal,
            actor: plan.draft.actor?.id
        )
        note("accepted \(app.id)/\(type.id) \(id.rawValue.hex.suffix(8))")
        if isLast { try count(id, plan.draft.entity, process) }
        if type.dedupe?.needsTransition == true, type.dedupe?.window == nil {
            let occurrence =
                "\(app.id)/\(type.id)/\(plan.draft.entity?.description ?? "")/\(plan.draft.transition ?? "")"
            // The answer to the first of two may come last: its request is sent again after a crash.
            if let other = record.once.updateValue(id, forKey: occurrence), record.decided.contains(min(other, id)) {
                return fail("once", "\(occurrence) was accepted as \(min(other, id)) and as \(max(other, id))")
            }
        }
        guard !republished.contains(app.id),
            let version = try process.facts.trigger(id, app: app.id)?.catalogVersion
        else { return }
        if version != app.catalog.version {
            fail("version", "\(id) was accepted under \(version), and \(app.catalog.version) is in force")
        }
    }
}

/// Answers of requests as text.
enum AnswerText {
    static func write(_ results: [Result<TriggerAcceptance, IntakeProblem>]) -> String {
        results.map { result in
            switch result {
            case .success(.accepted(let id)), .success(.queued(let id, _)): "+\(id.rawValue.hex)"
            case .success(.duplicate(let id)): "=\(id.rawValue.hex)"
            case .success(.refused), .failure: "-"
            }
        }.joined(separator: " ")
    }

    static func hasAccepted(_ text: String) -> Bool { text.contains("+") }

    /// What was accepted, by its position.
    static func accepted(_ text: String) -> [Int: TriggerID] {
        var accepted: [Int: TriggerID] = [:]
        for (position, part) in text.split(separator: " ").enumerated() where part.hasPrefix("+") {
            accepted[position] = UUIDv7(hex: String(part.dropFirst())).map { TriggerID($0) }
        }
        return accepted
    }
}
