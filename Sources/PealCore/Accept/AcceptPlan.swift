/// What is to be written for one submission.
public struct AcceptPlan: Sendable, Equatable {
    /// What it comes to.
    public var outcome: TriggerAcceptance
    /// Its trigger at the time that sender limits grant.
    public var trigger: Trigger
    /// The windows of sender limits that it counts in.
    public var reservations: [QuotaPlan.Reservation] = []
    /// What is counted when it is not accepted.
    public var rejection: RejectedTrigger?

    /// A submission that is not accepted.
    init(_ outcome: TriggerAcceptance, _ trigger: Trigger, _ cause: RejectedTrigger.Cause) {
        self.outcome = outcome
        self.trigger = trigger
        rejection = RejectedTrigger(trigger, cause)
    }

    /// A submission that is accepted, with what its sender limits grant.
    init(_ trigger: Trigger, _ quota: QuotaPlan?) {
        self.trigger = trigger
        outcome = .accepted(trigger.id)
        guard let quota else { return }
        self.trigger.openUntil = trigger.openUntil.map { $0 + (quota.dueAt - trigger.dueAt) }
        self.trigger.dueAt = quota.dueAt
        self.trigger.digestUntil = quota.digestUntil
        reservations = quota.reservations
        if quota.dueAt != trigger.dueAt { outcome = .queued(trigger.id, until: quota.dueAt) }
    }
}

/// What is to be written for the submissions of a request.
public struct AcceptPlans: Sendable, Equatable {
    /// One plan a submission, in their order.
    public var plans: [AcceptPlan]
    /// The entities that sender limits were asked about, as they were read.
    public var consulted: [EntityRef: Organisation.Facts?]
    /// The entities whose firings are planned with the triggers.
    public var entities: [PlannedEntity]

    /// What each submission comes to.
    public var outcomes: [TriggerAcceptance] { plans.map(\.outcome) }
}

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
