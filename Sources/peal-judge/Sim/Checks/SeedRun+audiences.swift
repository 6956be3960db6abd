import PealCore
import PealEngine

/// Who is to be decided about: followed for each trigger from the beginning of its fan-out to its end.
extension SeedRun {
    /// Before a round: the recipients of each due trigger as of now.
    func followAudiences() throws {
        guard isChecked, let life = alive else { return }
        for open in try life.facts.openTriggers(now: clock.now) {
            guard let asked = ledger.asked[open.id] else { continue }
            let people = try life.facts.people(asked.audience, of: open)
            let named = asked.stillNamed(people)
            if let must = asked.must, open.fanOut != "waiting" {
                ledger.asked[open.id]?.must = must.intersection(named)
                ledger.asked[open.id]?.may.formUnion(people)
            } else {
                ledger.asked[open.id]?.must = named
                ledger.asked[open.id]?.may = people
            }
        }
    }

    /// After a round that did something: a due trigger is not kept waiting.
    func countRounds() throws {
        guard isChecked, let life = alive else { return }
        for open in try life.facts.openTriggers(now: clock.now) {
            guard let rounds = ledger.asked[open.id]?.rounds else { continue }
            ledger.asked[open.id]?.rounds = rounds + 1
            if rounds > 60 { return fail("no-starvation", "\(open.id) waits for the \(rounds)th round") }
        }
    }

    /// What has finished has decided about everybody it means, and about nobody else.
    func checkAudiences() throws {
        guard isChecked, let life = alive else { return }
        for id in ledger.order {
            guard let asked = ledger.asked[id], !asked.isChecked else { continue }
            let stored = try life.facts.trigger(id, app: asked.app)
            if stored == nil, asked.isSwept {
                ledger.asked[id]?.isChecked = true
                continue
            }
            guard let stored else { return fail("nothing-lost", "\(id) of \(asked.type.id) is gone") }
            if asked.isCancelled { ledger.asked[id]?.isChecked = true }
            if wasWithdrawn(stored, asked) { ledger.asked[id]?.mayBeCancelled = true }
            guard stored.fanOut == "finished", !asked.isCancelled else { continue }
            ledger.asked[id]?.isChecked = true
            // Accepted, due and fanned out within one round: nobody looked before.
            guard let must = asked.must else { continue }
            let decided = Set(try life.facts.notifications.filter { $0.trigger == id }.map(\.user))
            let now = try life.facts.people(asked.audience, of: stored)
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
    private func wasWithdrawn(_ stored: TriggerFact, _ asked: SimLedger.Asked) -> Bool {
        guard stored.cancelledAt != nil, let entity = stored.entity,
            let deleted = ledger.deletedAt["\(asked.app)/\(entity)"]
        else { return false }
        return deleted >= asked.acceptedAt
    }

    /// When nothing is left to do: every acknowledgement kept, every decision still there, every push ended.
    func checkTheEnd() throws {
        guard isChecked, let life = alive else { return }
        if let damage = plan.damage { try life.storage.damage(damage) }
        try check(FactPromise.settled)
        try check(FactPromise.always)
        try checkCaps(life)
        try checkLimits()
        try checkReceipts(life)
        try checkKept(life)
        guard violation == nil else { return }
        let known = Dictionary(uniqueKeysWithValues: try life.facts.triggers.map { ($0.id, $0) })
        for id in ledger.order {
            guard let asked = ledger.asked[id], !asked.isSwept else { continue }
            guard let row = known[id] else { return fail("nothing-lost", "\(id) of \(asked.type.id) is gone") }
            let isCancelled = row.cancelledAt != nil
            if asked.isCancelled, !isCancelled { return fail("cancelled-stays-cancelled", "\(id) is alive again") }
            if row.isOpen { return fail("nothing-lost", "\(id) is \(row.fanOut)") }
            if !isCancelled, !asked.isChecked { return fail("nothing-lost", "\(id) finished unseen") }
        }
        try checkDecisions(life)
    }

    private func checkDecisions(_ life: Life) throws {
        var left = ledger.seen
        for row in try life.facts.notifications {
            let key = SimLedger.DecisionKey(trigger: row.trigger, user: row.user)
            if left[key] == nil, ledger.halfErased.contains(row.user) { continue }
            guard left.removeValue(forKey: key)?.id == row.id else {
                return fail("one-decision", "\(row.id) of \(key.user) came from nowhere")
            }
        }
        if let lost = left.values.map({ "\($0.id) of \($0.person)" }).sorted().first {
            fail("one-decision", "\(lost) is gone")
        }
    }
}
