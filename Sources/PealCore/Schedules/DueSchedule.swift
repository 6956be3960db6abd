/// A firing that is due, with what decides what becomes of it.
public struct DueSchedule: Sendable, Equatable {
    /// The app.
    public var app: AppID
    /// The type that fires.
    public var type: TypeID
    /// What it is about.
    public var entity: EntityRef
    /// The entity's time.
    public var time: Timestamp
    /// When it was due.
    public var dueAt: Timestamp
    /// The entity as it is; `nil` when it is gone.
    public var state: Entity?
    /// The trigger that it made before its time was planned again, as long as that is stored.
    public var earlier: Earlier?

    /// Joins the parts.
    public init(
        app: AppID,
        type: TypeID,
        entity: EntityRef,
        time: Timestamp,
        dueAt: Timestamp,
        state: Entity?,
        earlier: Earlier? = nil
    ) {
        self.app = app
        self.type = type
        self.entity = entity
        self.time = time
        self.dueAt = dueAt
        self.state = state
        self.earlier = earlier
    }
}

extension DueSchedule {
    /// A trigger that the firing made before.
    public struct Earlier: Sendable, Equatable {
        /// The trigger.
        public var trigger: TriggerID
        /// Why it was withdrawn; `nil` when all of it had left.
        public var reason: FiringReason?

        /// Joins both parts.
        public init(trigger: TriggerID, reason: FiringReason?) {
            self.trigger = trigger
            self.reason = reason
        }
    }

    /// Ends the firing by what its trigger comes to.
    /// - Parameters:
    ///   - acceptance: what the trigger comes to.
    ///   - now: the instant it is.
    /// - Returns: the changes, in order.
    public func fire(_ acceptance: TriggerAcceptance, at now: Timestamp) -> [FiringChange] {
        switch acceptance {
        case .accepted(let id), .queued(let id, until: _):
            // The inbox rows of its withdrawn trigger are removed before the new ones.
            let retraction = earlier.flatMap { earlier in
                earlier.reason.map { FiringChange.retract(earlier.trigger, $0, at: now) }
            }
            return [retraction, fire(.fired(isDuplicate: false), with: id, at: now)].compactMap(\.self)
        // The backend sent that trigger: an entity's change does not withdraw it.
        case .duplicate(of: let id): return [fire(.fired(isDuplicate: true), with: id, at: now)].compactMap(\.self)
        case .refused: return end(.skipped(.limitReached), at: now)
        }
    }

    /// Ends the firing without a trigger.
    /// - Parameters:
    ///   - event: what ends it.
    ///   - now: the instant it is.
    /// - Returns: the change; none for an event that does not end a firing without a trigger.
    public func end(_ event: FiringMachine.Event, at now: Timestamp) -> [FiringChange] {
        guard let next = FiringMachine.next(.waiting, on: event), next != .fired, let reason = event.reason else {
            return []
        }
        return [.end(type, time: time, from: .waiting, to: next, reason, at: now)]
    }

    private func fire(_ event: FiringMachine.Event, with trigger: TriggerID, at now: Timestamp) -> FiringChange? {
        FiringMachine.next(.waiting, on: event).map { next in
            .fire(type, time: time, from: .waiting, to: next, event.reason, trigger, at: now)
        }
    }
}

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
