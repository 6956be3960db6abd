import PealCore
import PealEngine

/// Triggers that get another time, and cancelled ones that come back.
extension SeedRun {
    func move() async throws {
        guard let life = alive else { return }
        let open = ledger.order.suffix(16).filter { ledger.asked[$0]?.isSwept == false }
        guard let id = random.pick(Array(open)), let before = ledger.asked[id] else { return }
        let sendAt = clock.now + .seconds(random.within(-60...20 * 3_600))
        if before.isCancelled {
            try await resume(id, before, at: random.happens(0.5) ? sendAt : nil, life)
        } else {
            try await reschedule(id, before, to: sendAt, life)
        }
    }

    private func reschedule(_ id: TriggerID, _ before: SimLedger.Asked, to sendAt: Timestamp, _ life: Life) async throws
    {
        // Until the answer is there, either time may count.
        ledger.asked[id]?.notBefore = nil
        ledger.asked[id]?.countsAt = nil
        let report: TriggerReport?
        do {
            report = try await life.engine.moves.reschedule(id, app: before.app, to: sendAt)
        } catch is IntakeProblem {
            guard alive?.number == life.number else { return }
            ledger.asked[id]?.notBefore = before.notBefore
            ledger.asked[id]?.countsAt = before.countsAt
            return note("\(id.rawValue.hex.suffix(8)) stays as it is")
        }
        guard alive?.number == life.number else { return }
        try settle(report, id, sendAt: sendAt, life)
        note("\(id.rawValue.hex.suffix(8)) moved to \(sendAt.rfc3339)")
    }

    private func resume(_ id: TriggerID, _ before: SimLedger.Asked, at sendAt: Timestamp?, _ life: Life) async throws {
        let report: TriggerReport?
        do {
            report = try await life.engine.moves.resume(id, app: before.app, sendAt: sendAt, answer: nil)
        } catch is IntakeProblem {
            if alive?.number == life.number { return note("\(id.rawValue.hex.suffix(8)) stays cancelled") }
            return revive(id)
        } catch {
            // It may have happened before the process died.
            if alive?.number != life.number { revive(id) }
            throw error
        }
        revive(id)
        guard alive?.number == life.number else { return }
        try settle(report, id, sendAt: sendAt ?? before.notBefore, life)
        note("\(id.rawValue.hex.suffix(8)) resumed")
    }

    /// Nothing is known any more of when it goes, nor that it does not.
    private func revive(_ id: TriggerID) {
        ledger.asked[id]?.isCancelled = false
        ledger.asked[id]?.isChecked = false
        ledger.asked[id]?.must = nil
        ledger.asked[id]?.may = []
        ledger.asked[id]?.rounds = 0
        ledger.asked[id]?.notBefore = nil
        ledger.asked[id]?.countsAt = nil
        ledger.asked[id]?.resumes += 1
    }

    private func settle(_ report: TriggerReport?, _ id: TriggerID, sendAt: Timestamp?, _ life: Life) throws {
        guard let report else {
            // A sweep that is under way may just have taken it.
            try observeSweep()
            if ledger.asked[id]?.isSwept == false { fail("nothing-lost", "\(id) cannot be moved: it is not there") }
            return
        }
        tally.moves += 1
        ledger.asked[id]?.notBefore = sendAt
        ledger.asked[id]?.rounds = 0
        try count(id, report.entity, life)
    }
}
