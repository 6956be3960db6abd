import PealCore

/// Says why a user is not in a trigger's audience, as the directory stands now.
struct AudienceCheck {
    let user: UserID
    /// Whether the app knows the user.
    let isKnown: Bool
    /// What the user is a member of.
    let memberships: [Member]

    /// How many memberships of a user are looked at.
    static let membershipLimit = 1_000

    /// Why the user is not in it; `nil` when they are.
    ///
    /// The answer ends a sentence. It says what the audience asks for first, and what the user is after it.
    func miss(_ audience: Audience, entity: EntityRef?, parent: EntityRef?, owner: UserID?) -> String? {
        switch audience {
        case .users(let users):
            if users.contains(user) { return nil }
            return "the trigger names \(users.count == 1 ? "one other user" : "\(users.count) other users")"
        case .owner:
            if let owner, owner == user { return nil }
            guard let entity else { return "the only recipient is the owner of its entity, and it has no entity" }
            let subject = owner.map { "who is \($0)" } ?? "which has no owner"
            return "the only recipient is the owner of \(entity), \(subject)"
        case .all: return isKnown ? nil : "the recipients are all users of the app, and \(user) is unknown"
        case .members(let query): return miss(query, entity: entity, parent: parent)
        }
    }

    private func miss(_ query: MemberQuery, entity: EntityRef?, parent: EntityRef?) -> String? {
        guard let of = resolve(query.of, entity, parent) else { return missing(query.of) }
        guard let member = memberships.first(where: { $0.entity == of }) else {
            return "\(user) is not a member of \(of)"
        }
        if let miss = miss("role", member.role, query.roles, in: of) { return miss }
        if let miss = miss("status", member.status, query.statuses, in: of) { return miss }
        if !query.takes(role: member.role, status: member.status) {
            return "the recipients have certain roles or statuses in \(of), and \(user) has none of them"
        }
        guard let selector = query.alsoMemberOf else { return nil }
        guard let other = resolve(selector, entity, parent) else { return missing(selector) }
        return memberships.contains { $0.entity == other } ? nil : "\(user) is not also a member of \(other)"
    }

    /// Why a member's role or status is none of the wanted ones; without any wanted, each will do.
    private func miss(_ kind: String, _ own: String?, _ wanted: [String], in entity: EntityRef) -> String? {
        if wanted.isEmpty || own.map(wanted.contains) == true { return nil }
        let choice = [wanted.dropLast().joined(separator: ", "), wanted.last ?? ""].filter { !$0.isEmpty }
        let has = own.map { "the \(kind) \($0)" } ?? "no \(kind)"
        return
            "the recipients have the \(kind) \(choice.joined(separator: " or ")) in \(entity), and \(user) has \(has)"
    }

    private func missing(_ selector: EntitySelector) -> String {
        if case .parent = selector {
            return "the recipients are the members of its entity's parent, and there is no parent"
        }
        return "the recipients are the members of its entity, and it has no entity"
    }

    private func resolve(_ selector: EntitySelector, _ entity: EntityRef?, _ parent: EntityRef?) -> EntityRef? {
        switch selector {
        case .itself: entity
        case .parent: parent
        case .named(let ref): ref
        }
    }
}
