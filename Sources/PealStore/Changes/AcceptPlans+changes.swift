public import PealCore

extension AcceptPlans {
    /// The changes that store the submissions they were made for, with their guards.
    public func changes(for submissions: [TriggerSubmission]) -> [Change] {
        var changes = consulted.map { Change.expectPlace($0.key, $0.value) }
        for (plan, submission) in zip(plans, submissions) { changes += plan.changes(for: submission) }
        return changes
    }
}

extension AcceptPlan {
    fileprivate func changes(for submission: TriggerSubmission) -> [Change] {
        if let rejection { return [.countRejected(rejection)] }
        let (id, at) = (trigger.id, trigger.acceptedAt)
        var changes: [Change] = []
        if let claim = submission.claim { changes.append(.takeClaim(id, claim, at: at)) }
        // The trigger keeps the organisation of its entity, so what comes with it is written first.
        for patch in submission.entities {
            changes.append(.patchEntity(patch, at: at))
            let rules = submission.schedules.filter { $0.entity == patch.ref.type }
            if !rules.isEmpty { changes.append(.planFirings(patch.ref, rules, at: at)) }
        }
        changes.append(.addTrigger(NewTrigger(submission, trigger)))
        if !reservations.isEmpty {
            changes.append(.reserveQuota(id, QuotaReservation(places: reservations, acceptedAt: at)))
        }
        return changes
    }
}
