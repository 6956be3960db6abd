/// A trigger as a backend stated it: well-formed, not yet checked against its catalog.
public struct TriggerDraft: Sendable, Equatable {
    /// What kind of thing happened.
    public var type: TypeID
    /// What it is about.
    public var entity: EntityRef?
    /// Entities to upsert in the same transaction.
    public var entities: [EntityPatch]
    /// The identifier of this occurrence.
    public var transition: String?
    /// Who made it happen.
    public var actor: Trigger.Actor?
    /// Who receives it; `nil` takes the type's default.
    public var audience: Audience?
    /// The variables.
    public var data: [String: JSONValue]
    /// The urgency's name or alias.
    public var priority: String?
    /// When to send; `nil` is now.
    public var sendAt: Timestamp?
    /// The local time at which each user gets it; `nil` is no such time.
    public var sendAtLocal: LocalDateTime?
    /// A name under which several triggers can be cancelled.
    public var cancelKey: String?
    /// Where the caller is in a trace; not a member of the body.
    public var traceParent: TraceParent?

    /// States what happened and who receives it; when it is sent and what cancels it is set by name.
    public init(
        type: TypeID,
        entity: EntityRef? = nil,
        entities: [EntityPatch] = [],
        transition: String? = nil,
        actor: Trigger.Actor? = nil,
        audience: Audience? = nil,
        data: [String: JSONValue] = [:],
        priority: String? = nil
    ) {
        self.type = type
        self.entity = entity
        self.entities = entities
        self.transition = transition
        self.actor = actor
        self.audience = audience
        self.data = data
        self.priority = priority
    }
}

extension TriggerDraft {
    /// When the first user can get it; `nil` is now.
    public var earliest: Timestamp? { sendAt ?? sendAtLocal?.earliestAnywhere }
}
