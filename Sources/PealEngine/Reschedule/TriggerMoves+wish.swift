import PealCore

extension TriggerMoves {
    /// What the backend wants of a trigger.
    enum Wish: Sendable {
        case reschedule(to: Timestamp)
        case resume(at: Timestamp?, IdempotentAnswer<TriggerReport>?)
    }
}

extension TriggerMoves.Wish {
    /// Why it cannot be.
    func obstacle(_ facts: MoveFacts) -> MoveRefusal? {
        switch self {
        case .reschedule: facts.obstacleToReschedule
        case .resume(at: let sendAt, _): facts.obstacleToResume(at: sendAt)
        }
    }

    /// When the trigger is to be sent; what is past means now.
    func dueAt(_ facts: MoveFacts, now: Timestamp) -> Timestamp {
        switch self {
        case .reschedule(to: let sendAt): max(sendAt, now)
        case .resume(at: let sendAt, _): max(sendAt ?? facts.trigger.dueAt, now)
        }
    }

    /// The changes that make it so.
    func changes(_ facts: MoveFacts, _ quota: TriggerQuota.Plan, _ report: TriggerReport, now: Timestamp) -> [Change] {
        let id = facts.trigger.id
        switch self {
        case .reschedule:
            return quota.changes + [.moveTrigger(id, from: facts.trigger.dueAt, to: quota.time)]
        case .resume(at: _, let answer):
            var changes: [Change] = [.resumeTrigger(id, at: quota.time)] + quota.changes
            if let claim = facts.claimToRetake(now: now) { changes.append(.takeClaim(id, claim, at: now)) }
            // The trigger is the one of its time again.
            for state in FiringState.allCases {
                guard let firing = FiringMove(from: state, on: .resumed, at: now) else { continue }
                changes.append(.moveFiring(id, firing))
            }
            if let answer { changes.append(.storeAnswer(answer.key, answer.make(report), at: now)) }
            return changes
        }
    }
}
