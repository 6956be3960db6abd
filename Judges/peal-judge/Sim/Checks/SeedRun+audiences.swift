import PealCore
import PealEngine

/// Who is to be decided about: followed for each trigger from the beginning of its fan-out to its end.
extension SeedRun {
    /// Before a round: the recipients of each due trigger as of now.
    func followAudiences() throws {
        guard let process = alive else { return }
        for open in try process.facts.openTriggers(now: clock.now) {
            guard let asked = record.asked[open.id] else { continue }
            let recipients = try process.facts.recipients(asked.audience, of: open)
            let named = asked.stillNamed(recipients)
            if let must = asked.must, open.fanOut != "waiting" {
                record.asked[open.id]?.must = must.intersection(named)
                record.asked[open.id]?.may.formUnion(recipients)
            } else {
                record.asked[open.id]?.must = named
                record.asked[open.id]?.may = recipients
            }
        }
    }

    /// After a round that did something: a due trigger is not kept waiting.
    func countRounds() throws {
        guard let process = alive else { return }
        for open in try process.facts.openTriggers(now: clock.now) {
            guard let rounds = record.asked[open.id]?.rounds else { continue }
            record.asked[open.id]?.rounds = rounds + 1
            if rounds > 60 { return fail("no-starvation", "\(open.id) waits for the \(rounds)th round") }
        }
    }

    /// What has finished has decided about everybody it means, and about nobody else.
    func checkAudiences() throws {
        guard let process = alive else { return }
        for id in record.order {
            guard let asked = record.asked[id], !asked.isChecked else { continue }
            let stored = try process.facts.trigger(id, app: asked.app)
            if stored == nil, asked.isSwept {
                record.asked[id]?.isChecked = true
                continue
            }
            guard let stored else { return fail("nothing-lost", "\(id) of \(asked.type.id) is gone") }
            if asked.isCancelled { record.asked[id]?.isChecked = true }
            if try wasWithdrawn(stored, asked) || wasResolved(stored, process) {
                record.asked[id]?.mayBeCancelled = true
            }
            guard stored.fanOut == "finished", !asked.isCancelled else { continue }
            record.asked[id]?.isChecked = true
            // Accepted, due and fanned out within one round: nobody looked before.
            guard let must = asked.must else { continue }
            let decided = Set(try process.facts.notifications.filter { $0.trigger == id }.map(\.user))
            let now = try process.facts.recipients(asked.audience, of: stored)
            // Who joined or left within the round may be among them or not.
            let missing = must.intersection(now).subtracting(decided)
            let strange = decided.subtracting(asked.may).subtracting(now)
            if let user = missing.sorted().first {
                return fail("nothing-lost", "\(asked.app)/\(user) is not decided about by \(id) of \(asked.type.id)")
            }
            if let user = strange.sorted().first {
                return fail("audience", "\(asked.app)/\(user) is decided about by \(id) of \(asked.type.id)")
            }
        }
    }

    /// Whether its entity was deleted after it was accepted, perhaps before its acceptance was answered.
    private func wasWithdrawn(_ stored: TriggerFact, _ asked: SimRecord.Asked) -> Bool {
        guard stored.cancelledAt != nil, let entity = stored.entity,
            let deleted = record.deletedAt["\(asked.app)/\(entity)"]
        else { return false }
        return deleted >= asked.acceptedAt
    }

    /// Whether a later trigger about the same entity says that it is over.
    private func wasResolved(_ stored: TriggerFact, _ process: ProcessRun) throws -> Bool {
        guard stored.cancelledAt != nil, let entity = stored.entity,
            let catalog = world.apps.first(where: { $0.id == stored.app })?.catalog
        else { return false }
        return try process.facts.triggers.contains { other in
            other.app == stored.app && other.entity == entity && other.id > stored.id
                && catalog.type(other.type)?.resolves?.types.contains(stored.type) == true
        }
    }

    /// When nothing is left to do: every acknowledgement kept, every decision still there, every push ended.
    func checkTheEnd() throws {
        guard let process = alive else { return }
        if let damage = plan.damage { try process.storage.damage(damage) }
        try check(FactPromise.finalStates)
        try check(FactPromise.always)
        try checkCaps(process)
        try checkLimits()
        try checkReceipts(process)
        try checkKept(process)
        guard violation == nil else { return }
        let known = Dictionary(uniqueKeysWithValues: try process.facts.triggers.map { ($0.id, $0) })
        for id in record.order {
            guard let asked = record.asked[id], !asked.isSwept else { continue }
            guard let row = known[id] else { return fail("nothing-lost", "\(id) of \(asked.type.id) is gone") }
            let isCancelled = row.cancelledAt != nil
            if asked.isCancelled, !isCancelled { return fail("cancelled-stays-cancelled", "\(id) is alive again") }
            if row.isOpen { return fail("nothing-lost", "\(id) is \(row.fanOut)") }
            if !isCancelled, !asked.isChecked { return fail("nothing-lost", "\(id) finished unseen") }
        }
        try checkDecisions(process)
    }

    private func checkDecisions(_ process: ProcessRun) throws {
        var left = record.seen
        for row in try process.facts.notifications {
            let key = SimRecord.DecisionKey(trigger: row.trigger, user: row.user)
            if left[key] == nil, record.halfErased.contains(row.user) { continue }
            guard left.removeValue(forKey: key)?.id == row.id else {
                return fail("one-decision", "\(row.id) of \(key.user) came from nowhere")
            }
        }
        if let lost = left.values.map({ "\($0.id) of \($0.userKey)" }).sorted().first {
            fail("one-decision", "\(lost) is gone")
        }
    }
}
