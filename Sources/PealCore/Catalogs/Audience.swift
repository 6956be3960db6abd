/// The recipients that a trigger asks for.
public enum Audience: Sendable, Equatable, Hashable, Codable {
    /// The named users.
    case users([UserID])
    /// Members of an entity.
    case members(MemberQuery)
    /// The owner of the trigger's entity, and nobody else (R060).
    case owner
    /// Every user of the app.
    case all

    /// The kind a catalog allows or forbids.
    public var kind: AudienceKind {
        switch self {
        case .users: .users
        case .members: .members
        case .owner: .owner
        case .all: .all
        }
    }
}

/// The kinds of audience a catalog allows or forbids.
public enum AudienceKind: String, Sendable, Codable, CaseIterable {
    case users, members, owner, all
}

/// Members of one entity, narrowed by role and status.
public struct MemberQuery: Sendable, Equatable, Hashable, Codable {
    /// Whose members.
    public var of: EntitySelector
    /// Roles that count; empty takes all.
    public var roles: [String]
    /// Statuses that count; empty takes all.
    public var statuses: [String]
    /// Roles and statuses of which a member needs to fit one; empty takes all.
    public var any: [MemberMatch]
    /// Another entity the user must be a member of too.
    public var alsoMemberOf: EntitySelector?

    /// Sets the query.
    public init(
        of: EntitySelector,
        roles: [String] = [],
        statuses: [String] = [],
        any: [MemberMatch] = [],
        alsoMemberOf: EntitySelector? = nil
    ) {
        self.of = of
        self.roles = roles
        self.statuses = statuses
        self.any = any
        self.alsoMemberOf = alsoMemberOf
    }
}

extension MemberQuery {
    /// Whether a member with a role and a status is asked for; what else they are a member of is left open.
    public func takes(role: String?, status: String?) -> Bool {
        MemberMatch(roles: roles, statuses: statuses).takes(role: role, status: status)
            && (any.isEmpty || any.contains { $0.takes(role: role, status: status) })
    }

    /// Every role that it names.
    public var namedRoles: [String] { roles + any.flatMap(\.roles) }
}

/// Members by role and status.
public struct MemberMatch: Sendable, Equatable, Hashable, Codable {
    /// Roles that count; empty takes all.
    public var roles: [String]
    /// Statuses that count; empty takes all.
    public var statuses: [String]

    /// Sets both parts.
    public init(roles: [String] = [], statuses: [String] = []) {
        self.roles = roles
        self.statuses = statuses
    }

    func takes(role: String?, status: String?) -> Bool {
        (roles.isEmpty || role.map(roles.contains) ?? false)
            && (statuses.isEmpty || status.map(statuses.contains) ?? false)
    }
}

/// An entity, seen from a trigger's entity.
public enum EntitySelector: Sendable, Equatable, Hashable, Codable {
    /// The trigger's entity.
    case itself
    /// Its parent.
    case parent
    /// A named one.
    case named(EntityRef)

    /// Reads `self`, `parent` or `type/id`.
    public init?(_ text: String) {
        switch text {
        case "self": self = .itself
        case "parent": self = .parent
        default:
            guard let ref = EntityRef(text) else { return nil }
            self = .named(ref)
        }
    }
}
