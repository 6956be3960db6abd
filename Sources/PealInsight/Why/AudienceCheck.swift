import PealCore

/// Says why a person is not in a trigger's audience, as the directory stands now.
struct AudienceCheck {
    let user: UserID
    /// Whether the app knows the person.
    let isKnown: Bool
    /// What the person is a member of.
    let memberships: [Member]

    /// How many memberships of a person are looked at.
    static let membershipLimit = 1_000

    /// Why the person is not in it; `nil` when they are.
    func miss(_ audience: Audience, entity: EntityRef?, parent: EntityRef?, owner: UserID?) -> String? {
        switch audience {
        case .users(let users):
            if users.contains(user) { return nil }
            return users.count == 1
                ? "it named 1 other user" : "it named \(users.count) users, but not \(user)"
        case .owner:
            if let owner, owner == user { return nil }
            guard let entity else { return "it went to the owner of its entity, and it had none" }
            return owner.map { "it went to the owner of \(entity), who is \($0)" }
                ?? "it went to the owner of \(entity), which has none"
        case .all: return isKnown ? nil : "it went to every user of the app, and \(user) is unknown"
        case .members(let query): return miss(query, entity: entity, parent: parent)
        }
    }

    private func miss(_ query: MemberQuery, entity: EntityRef?, parent: EntityRef?) -> String? {
        guard let of = resolve(query.of, entity, parent) else { return missing(query.of) }
        guard let member = memberships.first(where: { $0.entity == of }) else {
            return "\(user) is not a member of \(of)"
        }
        if !query.roles.isEmpty, !query.roles.contains(member.role ?? "") {
            let role = member.role.map { "has the role \($0)" } ?? "has no role"
            return "\(user) \(role) in \(of); it went to \(query.roles.joined(separator: ", "))"
        }
        if !query.statuses.isEmpty, !query.statuses.contains(member.status ?? "") {
            let status = member.status.map { "has the status \($0)" } ?? "has no status"
            return "\(user) \(status) in \(of); it went to \(query.statuses.joined(separator: ", "))"
        }
        guard let selector = query.alsoMemberOf else { return nil }
        guard let other = resolve(selector, entity, parent) else { return missing(selector) }
        return memberships.contains { $0.entity == other } ? nil : "\(user) is not also a member of \(other)"
    }

    private func missing(_ selector: EntitySelector) -> String {
        if case .parent = selector { return "it went to the members of its entity's parent, and it had none" }
        return "it went to the members of its entity, and it had none"
    }

    private func resolve(_ selector: EntitySelector, _ entity: EntityRef?, _ parent: EntityRef?) -> EntityRef? {
        switch selector {
        case .itself: entity
        case .parent: parent
        case .named(let ref): ref
        }
    }
}
