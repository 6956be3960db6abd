/// Which decisions are looked for.
public struct DecisionFilter: Sendable, Equatable {
    /// About one user.
    public var user: UserID?
    /// Of one type.
    public var type: TypeID?
    /// Of one trigger.
    public var trigger: TriggerID?
    /// Decided at or after an instant.
    public var since: Timestamp?

    /// Joins the parts.
    public init(user: UserID? = nil, type: TypeID? = nil, trigger: TriggerID? = nil, since: Timestamp? = nil) {
        self.user = user
        self.type = type
        self.trigger = trigger
        self.since = since
    }
}
