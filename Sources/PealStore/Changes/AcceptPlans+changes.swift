public import PealCore

extension AcceptPlans {
    /// The changes that store the submissions they were made for, with their guards.
    public func changes(for submissions: [TriggerSubmission]) -> [Change] {
        var changes = consulted.map { Change.expectOrganisation($0.key, $0.value) }
        changes += entities.map { .expectSchedule($0.facts) }
        for (plan, submission) in zip(plans, submissions) { changes += plan.changes(for: submission) }
        for entity in entities where !entity.changes.isEmpty {
            changes.append(.changeFirings(of: entity.facts.ref, entity.changes))
        }
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
        changes += submission.entities.map { .patchEntity($0, at: at) }
        changes.append(.addTrigger(NewTrigger(submission, trigger)))
        if !reservations.isEmpty {
            changes.append(.reserveQuota(id, QuotaReservation(reservations: reservations, acceptedAt: at)))
        }
        return changes
    }
}
