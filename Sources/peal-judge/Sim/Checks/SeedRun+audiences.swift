import GRDB
import PealCore
import PealEngine

/// Who is to be decided about: followed for each trigger from the beginning of its fan-out to its end.
extension SeedRun {
    /// Before a round: whom each due trigger means now.
    func followAudiences() throws {
        guard let life = alive else { return }
        for open in try life.view.openTriggers(now: clock.now) {
            guard let asked = ledger.asked[open.id] else { continue }
            let people = try life.view.people(asked.audience, of: open)
            let named = asked.stillNamed(people)
            if let must = asked.must, open.hasBegun {
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
        guard let life = alive else { return }
        for open in try life.view.openTriggers(now: clock.now) {
            guard let rounds = ledger.asked[open.id]?.rounds else { continue }
            ledger.asked[open.id]?.rounds = rounds + 1
            if rounds > 60 { return fail("no-starvation", "\(open.id) waits for the \(rounds)th round") }
        }
    }

    /// What has finished has decided about everybody it means, and about nobody else.
    func checkAudiences() throws {
        guard let life = alive else { return }
        for id in ledger.order {
            guard let asked = ledger.asked[id], !asked.isChecked else { continue }
            let state: String? = try life.view.rows(
                "SELECT fan_out FROM trigger WHERE app = ? AND id = ?",
                [asked.app.rawValue, id.blob]
            ).first?[0]
            if state == nil, asked.isSwept {
                ledger.asked[id]?.isChecked = true
                continue
            }
            guard let state else { return fail("nothing-lost", "\(id) of \(asked.type.id) is gone") }
            if asked.isCancelled { ledger.asked[id]?.isChecked = true }
            guard state == "finished", !asked.isCancelled else { continue }
            ledger.asked[id]?.isChecked = true
            // Accepted, due and fanned out within one round: nobody looked before.
            guard let must = asked.must else { continue }
            let decided = Set(
                try life.view.rows(
                    "SELECT user_id FROM notification WHERE app = ? AND trigger_id = ?",
                    [asked.app.rawValue, id.blob]
                ).map { UserID($0[0]) }
            )
            let now = try people(of: id, asked, life)
            // Who joined or left within the round may be among them or not.
            let missing = now.map { must.intersection($0) }.map { $0.subtracting(decided) } ?? []
            let strange = decided.subtracting(asked.may).subtracting(now ?? [])
            if let user = missing.sorted().first {
                return fail("nothing-lost", "\(asked.app)/\(user) is not decided about by \(id) of \(asked.type.id)")
            }
            if let user = strange.sorted().first {
                return fail("audience", "\(asked.app)/\(user) is decided about by \(id) of \(asked.type.id)")
            }
        }
    }

    private func people(of id: TriggerID, _ asked: SimLedger.Asked, _ life: Life) throws -> Set<UserID>? {
        try life.view.trigger(id, app: asked.app).map { try life.view.people(asked.audience, of: $0) }
    }

    /// When nothing is left to do: every acknowledgement kept, every decision still there, every push ended.
    func checkTheEnd() throws {
        guard let life = alive else { return }
        if let sabotage = plan.sabotage { try life.view.change(sabotage) }
        try check(RowPromise.settled)
        try check(RowPromise.always)
        try checkCaps(life)
        try checkLimits()
        try checkReceipts(life)
        try checkKept(life)
        guard violation == nil else { return }
        let rows = try life.view.rows("SELECT app, id, cancelled_at IS NOT NULL, fan_out FROM trigger")
        var known: [TriggerID: (isCancelled: Bool, fanOut: String)] = [:]
        for row in rows {
            guard let id = TriggerID(blob: row[1]) else { continue }
            known[id] = (row[2], row[3])
        }
        for id in ledger.order {
            guard let asked = ledger.asked[id], !asked.isSwept else { continue }
            guard let row = known[id] else { return fail("nothing-lost", "\(id) of \(asked.type.id) is gone") }
            if asked.isCancelled, !row.isCancelled { return fail("cancelled-stays-cancelled", "\(id) is alive again") }
            if !row.isCancelled, row.fanOut != "finished" { return fail("nothing-lost", "\(id) is \(row.fanOut)") }
            if !row.isCancelled, !asked.isChecked { return fail("nothing-lost", "\(id) finished unseen") }
        }
        try checkDecisions(life)
    }

    private func checkDecisions(_ life: Life) throws {
        var left = ledger.seen
        for row in try life.view.rows("SELECT id, trigger_id, user_id FROM notification") {
            guard let id = NotificationID(blob: row[0]), let trigger = TriggerID(blob: row[1]) else { continue }
            let key = SimLedger.DecisionKey(trigger: trigger, user: UserID(row[2]))
            if left[key] == nil, ledger.halfErased.contains(UserID(row[2])) { continue }
            guard left.removeValue(forKey: key)?.id == id else {
                return fail("one-decision", "\(id) of \(key.user) came from nowhere")
            }
        }
        if let lost = left.values.map({ "\($0.id) of \($0.person)" }).sorted().first {
            fail("one-decision", "\(lost) is gone")
        }
    }
}
