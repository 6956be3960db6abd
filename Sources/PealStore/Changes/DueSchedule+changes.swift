public import PealCore

extension DueSchedule {
    /// The changes that end the firing with the trigger it makes, or with the one that holds its claim.
    /// - Parameters:
    ///   - submission: the trigger.
    ///   - plans: what the trigger comes to.
    ///   - version: the catalog version that decided.
    ///   - now: the instant it is.
    /// - Returns: the changes of one group.
    public func firing(
        _ submission: TriggerSubmission,
        _ plans: AcceptPlans,
        version: Int,
        at now: Timestamp
    ) -> [Change] {
        let ends = plans.outcomes.flatMap { fire($0, at: now) }
        let isAccepted = plans.outcomes.contains(where: \.isAccepted)
        // What the earlier trigger holds passes on to the one that follows it.
        let release = earlier.flatMap { isAccepted ? Change.releaseClaim($0.trigger, remembering: false) : nil }
        return expectations(version) + [.changeFirings(of: entity, ends)] + [release].compactMap(\.self)
            + plans.changes(for: [submission])
    }

    /// The changes that end the firing without a trigger.
    /// - Parameters:
    ///   - event: what ends it.
    ///   - version: the catalog version that decided; `nil` when the app has no catalog.
    ///   - now: the instant it is.
    /// - Returns: the changes of one group.
    public func ending(by event: FiringMachine.Event, version: Int?, at now: Timestamp) -> [Change] {
        expectations(version) + [.changeFirings(of: entity, end(event, at: now))]
    }

    /// What the decision about the firing was made from; the firing itself is expected to wait.
    private func expectations(_ version: Int?) -> [Change] {
        [.expectEntity(entity, state)] + [version].compactMap(\.self).map { .expectPlannedAtMost($0) }
    }
}
