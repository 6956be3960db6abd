/// A role in entities of a type.
public struct MembershipRole: Sendable, Equatable, Hashable {
    /// The type of the entity.
    public var entity: EntityTypeID
    /// The role.
    public var role: String

    /// Joins both parts.
    public init(_ role: String, in entity: EntityTypeID) {
        self.entity = entity
        self.role = role
    }
}

/// The roles that a user has.
public struct HeldRoles: Sendable, Equatable {
    /// Roles in the app as a whole.
    public var own: Set<String>
    /// Roles of memberships.
    public var memberships: Set<MembershipRole>

    /// Joins both parts.
    public init(own: Set<String> = [], memberships: Set<MembershipRole> = []) {
        self.own = own
        self.memberships = memberships
    }

    /// Every role, wherever it is held.
    public var all: Set<String> { own.union(memberships.map(\.role)) }

    /// The own roles, and those of memberships in entities of some types; without any type all of them.
    public func roles(in types: Set<EntityTypeID>) -> Set<String> {
        own.union(memberships.lazy.filter { types.isEmpty || types.contains($0.entity) }.map(\.role))
    }
}
