public import PealCore

/// Keeps users, entities and members.
public protocol DirectoryStore: HeldPushStore {
    /// What is stored of a user who calls; the first call of one who was not erased makes the user (design §8).
    func admission(of id: UserID, app: AppID, now: Timestamp) async throws -> UserAdmission

    /// A user; `nil` when there is none or they were erased.
    func user(_ id: UserID, app: AppID) async throws -> User?

    /// Erases a user and everything held of them; `nil` when there is none.
    func eraseUser(_ id: UserID, app: AppID, now: Timestamp) async throws -> ErasureReport?

    /// Forgets that users who were put again had been erased, where that was before an instant: no token is that old.
    func forgetErasures(before oldest: Timestamp) async throws

    /// Overwrites what an erasure had to leave in files because a reader was open; whether nothing is left.
    func finishErasing() async throws -> Bool

    /// An entity.
    func entity(_ ref: EntityRef, app: AppID) async throws -> Entity?

    /// Puts a member; `nil` when the entity does not exist.
    func putMember(_ member: Member, app: AppID) async throws -> (member: Member, created: Bool)?

    /// Puts members of one entity, all or none; how many of them are new, `nil` when the entity does not exist.
    func putMembers(_ members: [Member], of entity: EntityRef, app: AppID) async throws -> Int?

    /// Deletes a member; whether there was one.
    func deleteMember(_ user: UserID, of entity: EntityRef, app: AppID) async throws -> Bool

    /// Members of an entity by user; `nil` when the entity does not exist.
    func members(of entity: EntityRef, app: AppID, page: PageRequest) async throws -> Page<Member>?

    /// Memberships of a user, bounded, for their export.
    func memberships(of user: UserID, app: AppID, limit: Int) async throws -> [Member]

    /// The entities that a user owns, bounded, for their export.
    func owned(by user: UserID, app: AppID, limit: Int) async throws -> [EntityRef]
}

extension DirectoryStore {
    /// Makes sure a user exists; `false` when the user was erased.
    public func ensureUser(_ id: UserID, app: AppID, now: Timestamp) async throws -> Bool {
        try await !admission(of: id, app: app, now: now).isErased
    }
}
