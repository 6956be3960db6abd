/// A trigger that a sender limit refused; nothing of it is stored.
public struct LimitRefusal: Sendable, Equatable {
    /// The trigger.
    public var trigger: TriggerID
    /// The limit.
    public var limit: ReachedLimit

    /// Names the trigger and the limit.
    public init(trigger: TriggerID, limit: ReachedLimit) {
        self.trigger = trigger
        self.limit = limit
    }
}

extension LimitRefusal {
    /// A trigger that got no quota.
    public init(_ trigger: TriggerID, _ refusal: QuotaPlan.Refusal) {
        self.init(
            trigger: trigger,
            limit: ReachedLimit(refusal.limit, resetsAt: refusal.resetsAt, zone: refusal.zone)
        )
    }
}
