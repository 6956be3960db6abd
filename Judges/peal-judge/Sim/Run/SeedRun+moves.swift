import PealCore
import PealEngine

/// Triggers that get another time, and cancelled ones that come back.
extension SeedRun {
    func move() async throws {
        guard let process = alive else { return }
        let open = record.order.suffix(16).filter { record.asked[$0]?.isSwept == false }
        guard let id = random.pick(Array(open)), let before = record.asked[id] else { return }
        let sendAt = clock.now + .seconds(random.within(-60...20 * 3_600))
        if before.isCancelled {
            try await resume(id, before, at: random.happens(0.5) ? sendAt : nil, process)
        } else {
            try await reschedule(id, before, to: sendAt, process)
        }
    }

    private func reschedule(_ id: TriggerID, _ before: SimRecord.Asked, to sendAt: Timestamp, _ process: ProcessRun)
        async throws
    {
        // Until the answer is there, either time may count.
        record.asked[id]?.notBefore = nil
        record.asked[id]?.countsAt = nil
        let report: TriggerReport?
        do {
            report = try await process.engine.moves.reschedule(id, app: before.app, to: sendAt)
        } catch is IntakeProblem {
            guard alive?.number == process.number else { return }
            record.asked[id]?.notBefore = before.notBefore
            record.asked[id]?.countsAt = before.countsAt
            return note("\(id.rawValue.hex.suffix(8)) stays as it is")
        }
        guard alive?.number == process.number else { return }
        try noteMove(report, id, sendAt: sendAt, process)
        note("\(id.rawValue.hex.suffix(8)) moved to \(sendAt.rfc3339)")
    }

    private func resume(_ id: TriggerID, _ before: SimRecord.Asked, at sendAt: Timestamp?, _ process: ProcessRun)
        async throws
    {
        let report: TriggerReport?
        do {
            report = try await process.engine.moves.resume(id, app: before.app, sendAt: sendAt, answer: nil)
        } catch is IntakeProblem {
            if alive?.number == process.number { return note("\(id.rawValue.hex.suffix(8)) stays cancelled") }
            return revive(id)
        } catch {
            // It may have happened before the process died.
            if alive?.number != process.number { revive(id) }
            throw error
        }
        revive(id)
        guard alive?.number == process.number else { return }
        try noteMove(report, id, sendAt: sendAt ?? before.notBefore, process)
        note("\(id.rawValue.hex.suffix(8)) resumed")
    }

    /// Nothing is known any more of when it goes, nor that it does not.
    private func revive(_ id: TriggerID) {
        record.asked[id]?.isCancelled = false
        record.asked[id]?.isChecked = false
        record.asked[id]?.must = nil
        record.asked[id]?.may = []
        record.asked[id]?.rounds = 0
        record.asked[id]?.notBefore = nil
        record.asked[id]?.countsAt = nil
        record.asked[id]?.resumes += 1
    }

    private func noteMove(_ report: TriggerReport?, _ id: TriggerID, sendAt: Timestamp?, _ process: ProcessRun) throws {
        guard let report else {
            // A sweep that is under way may just have taken it.
            try observeSweep()
            if record.asked[id]?.isSwept == false { fail("nothing-lost", "\(id) cannot be moved: it is not there") }
            return
        }
        tally.moves += 1
        record.asked[id]?.notBefore = sendAt
        record.asked[id]?.rounds = 0
        try count(id, report.entity, process)
    }
}
