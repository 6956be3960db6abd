/// A trigger that a sender limit kept out; nothing of it was stored.
public struct LimitRefusal: Sendable, Equatable {
    /// The trigger.
    public var trigger: TriggerID
    /// The limit.
    public var limit: ReachedLimit

    /// Joins both parts.
    public init(trigger: TriggerID, limit: ReachedLimit) {
        self.trigger = trigger
        self.limit = limit
    }
}
