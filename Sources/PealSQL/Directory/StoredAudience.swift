import PealCore

/// An audience as the trigger's row keeps it: a word for the plain ones, else JSON.
struct StoredAudience: Codable {
    private var users: [UserID]?
    private var members: Members?

    private struct Members: Codable {
        var of: String
        var roles: [String]
        var statuses: [String]
        var any: [MemberMatch]?
        var alsoMemberOf: String?
    }

    static func encode(_ audience: Audience) throws -> String {
        switch audience {
        case .owner: return "owner"
        case .all: return "all"
        case .users(let users): return try JSONText.encode(any: StoredAudience(users: users, members: nil))
        case .members(let query):
            let members = Members(
                of: word(query.of),
                roles: query.roles,
                statuses: query.statuses,
                any: query.any.isEmpty ? nil : query.any,
                alsoMemberOf: query.alsoMemberOf.map(word)
            )
            return try JSONText.encode(any: StoredAudience(users: nil, members: members))
        }
    }

    static func decode(_ text: String) throws -> Audience {
        switch text {
        case "owner": return .owner
        case "all": return .all
        default: break
        }
        let stored = try JSONText.decode(StoredAudience.self, text)
        if let users = stored.users { return .users(users) }
        guard let members = stored.members, let of = EntitySelector(members.of) else {
            throw StoreError(.corrupt, "a stored audience names nobody")
        }
        return .members(
            MemberQuery(
                of: of,
                roles: members.roles,
                statuses: members.statuses,
                any: members.any ?? [],
                alsoMemberOf: members.alsoMemberOf.flatMap { EntitySelector($0) }
            )
        )
    }

    private static func word(_ selector: EntitySelector) -> String {
        switch selector {
        case .itself: "self"
        case .parent: "parent"
        case .named(let ref): ref.description
        }
    }
}
