/// An entity that comes with a trigger, and what becomes of its firings.
public struct PlannedEntity: Sendable, Equatable {
    /// What the plan was made from.
    public var facts: ScheduleFacts
    /// What changes, in order.
    public var changes: [FiringChange]

    /// Plans an entity as it is to be.
    init(from facts: ScheduleFacts, to entity: Entity, by rules: [ScheduleRule]) {
        self.facts = facts
        changes = SchedulePlan(of: entity, by: rules, firings: facts.firings, now: entity.updatedAt).changes
    }
}
