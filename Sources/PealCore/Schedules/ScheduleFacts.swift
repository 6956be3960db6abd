/// What the firings of one entity are planned from.
public struct ScheduleFacts: Sendable, Equatable {
    /// The entity's name.
    public var ref: EntityRef
    /// The entity as it is stored; `nil` when there is none.
    public var entity: Entity?
    /// Its firings, the latest time first; at most ``limit``.
    public var firings: [FiringRecord]

    /// Firings of one entity that are looked at: what lies further back was looked at by earlier changes.
    public static let limit = 500

    /// Joins the parts.
    public init(ref: EntityRef, entity: Entity?, firings: [FiringRecord]) {
        self.ref = ref
        self.entity = entity
        self.firings = firings
    }
}

extension ScheduleFacts {
    /// The changes that put the entity, replacing it whole, and plan what the schedules make of its times.
    /// - Parameters:
    ///   - entity: the entity as it is to be.
    ///   - members: members that are put with it.
    ///   - rules: every schedule of its app.
    /// - Returns: the changes of one group.
    public func putting(_ entity: Entity, with members: [Member] = [], by rules: [ScheduleRule]) -> [Change] {
        let plan = SchedulePlan(of: entity, by: rules, firings: firings, now: entity.updatedAt)
        let put: [Change] = members.isEmpty ? [] : [.putMembers(members)]
        return [.expectSchedule(self), .putEntity(entity)] + put + Self.change(ref, plan)
    }

    /// The changes that plan the entity as it is stored by other schedules; none when nothing changes.
    /// - Parameters:
    ///   - rules: every schedule of its app.
    ///   - now: the instant it is.
    /// - Returns: the changes of one group.
    public func planning(by rules: [ScheduleRule], now: Timestamp) -> [Change] {
        guard let entity else { return [] }
        let plan = SchedulePlan(of: entity, by: rules, firings: firings, now: now)
        return plan.changes.isEmpty ? [] : [.expectSchedule(self)] + Self.change(ref, plan)
    }

    /// The changes that delete the entity with its members, end what was planned by its times, and note that what is to be
    /// sent about it is withdrawn.
    /// - Parameter now: the instant it is.
    /// - Returns: the changes of one group.
    public func deleting(now: Timestamp) -> [Change] {
        let plan = SchedulePlan(deleting: firings, now: now)
        let delete: [Change] = entity == nil ? [] : [.deleteEntity(ref), .noteDeletion(ref, at: now)]
        return [.expectSchedule(self)] + Self.change(ref, plan) + delete
    }

    private static func change(_ ref: EntityRef, _ plan: SchedulePlan) -> [Change] {
        plan.changes.isEmpty ? [] : [.changeFirings(of: ref, plan.changes)]
    }
}
