import PealCore

extension FactReader {
    /// Triggers that are due and not fanned out.
    func openTriggers(now: Timestamp) throws -> [TriggerFact] { try triggers.filter { $0.isOpen && $0.dueAt <= now } }

    func trigger(_ id: TriggerID, app: AppID) throws -> TriggerFact? {
        try triggers.first { $0.id == id && $0.app == app }
    }

    func entity(_ ref: EntityRef, app: AppID) throws -> EntityFact? {
        try entities.first { $0.ref == ref && $0.app == app }
    }

    /// The recipients of an audience now.
    func recipients(_ audience: Audience, of trigger: TriggerFact) throws -> Set<UserID> {
        switch audience {
        case .users(let users): return Set(users)
        case .all: return Set(try users.filter { $0.app == trigger.app }.map(\.id))
        case .owner:
            guard let ref = trigger.entity else { return [] }
            return Set([try entity(ref, app: trigger.app)?.owner].compactMap { $0 })
        case .members(let query):
            var recipients = Set(
                try members(query.of, of: trigger).filter { member in
                    fits(member, query.roles, query.statuses)
                        && (query.any.isEmpty || query.any.contains { fits(member, $0.roles, $0.statuses) })
                }.map(\.user)
            )
            if let other = query.alsoMemberOf {
                recipients.formIntersection(try members(other, of: trigger).map(\.user))
            }
            return recipients
        }
    }

    private func fits(_ member: MemberFact, _ roles: [String], _ statuses: [String]) -> Bool {
        (roles.isEmpty || member.role.map(roles.contains) ?? false)
            && (statuses.isEmpty || member.status.map(statuses.contains) ?? false)
    }

    private func members(_ selector: EntitySelector, of trigger: TriggerFact) throws -> [MemberFact] {
        let ref: EntityRef? =
            switch selector {
            case .itself: trigger.entity
            case .parent: try trigger.entity.flatMap { try entity($0, app: trigger.app)?.parent } ?? trigger.parent
            case .named(let ref): ref
            }
        guard let ref else { return [] }
        return try members.filter { $0.entity == ref && $0.app == trigger.app }
    }

    /// The outermost ancestor of an entity; the empty name for the app as a whole.
    func organisation(of entity: EntityRef?, app: AppID) throws -> String {
        guard var ref = entity else { return "" }
        for _ in 0..<8 {
            guard let parent = try self.entity(ref, app: app)?.parent else { break }
            ref = parent
        }
        return ref.description
    }
}
