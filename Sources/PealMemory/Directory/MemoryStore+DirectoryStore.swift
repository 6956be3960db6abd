public import PealCore
public import PealStore

extension MemoryStore: DirectoryStore {
    /// Makes sure a user exists; `false` when the user was erased.
    public func ensureUser(_ id: UserID, app: AppID, now: Timestamp) async throws -> Bool {
        if read(app, { $0.users.contains(id) }) { return true }
        return try await write(app) { rows in
            guard rows.erased[id] == nil else { return false }
            guard !rows.users.contains(id) else { return true }
            rows.put(User(id: id, createdAt: now, updatedAt: now), in: \.users)
            rows.add(.userChanged, user: id)
            return true
        }
    }

    /// A user; `nil` when there is none or they were erased.
    public func user(_ id: UserID, app: AppID) async throws -> User? { read(app) { $0.users[id] } }

    /// Erases a user and everything held of them; `nil` when nothing was.
    public func eraseUser(_ id: UserID, app: AppID, now: Timestamp) async throws -> ErasureReport? {
        try await write { contents in
            contents.log.erase(id, app: app)
            return contents[app].erase(id, now: now)
        }
    }

    /// Nothing is left of an erased user: there are no files.
    public func finishErasing() async throws -> Bool { true }

    /// An entity.
    public func entity(_ ref: EntityRef, app: AppID) async throws -> Entity? { read(app) { $0.entities[ref] } }

    /// Puts a member; `nil` when the entity does not exist.
    public func putMember(_ member: Member, app: AppID) async throws -> (member: Member, created: Bool)? {
        try await putMembers([member], of: member.entity, app: app).map { (member, $0 == 1) }
    }

    /// Puts members of one entity, all or none.
    public func putMembers(_ members: [Member], of entity: EntityRef, app: AppID) async throws -> Int? {
        try await write(app) { rows in
            guard rows.entities.contains(entity) else { return nil }
            var created = 0
            for member in members {
                if !rows.members.contains(member.key) { created += 1 }
                rows.put(member, in: \.members)
                rows.add(.membersChanged, user: member.userID, .entity(entity))
            }
            return created
        }
    }

    /// Deletes a member; whether there was one.
    public func deleteMember(_ user: UserID, of entity: EntityRef, app: AppID) async throws -> Bool {
        try await write(app) { rows in
            guard rows.remove(Member.Key(entity: entity, user: user), from: \.members) != nil else { return false }
            rows.add(.membersChanged, user: user, .entity(entity))
            return true
        }
    }

    /// Members of an entity by user; `nil` when the entity does not exist.
    public func members(of entity: EntityRef, app: AppID, page: PageRequest) async throws -> Page<Member>? {
        read(app) { rows in
            guard rows.entities.contains(entity) else { return nil }
            let after = page.after.map { Member.Key(entity: entity, user: UserID($0)) }
            let keys = rows.members.keys(in: .of(entity)).after(after)
            return Page(keys, limit: page.limit, token: \.userID.rawValue) { rows.members[$0] }
        }
    }

    /// Memberships of a user, bounded.
    public func memberships(of user: UserID, app: AppID, limit: Int) async throws -> [Member] {
        read(app) { rows in rows.members.keys(in: .user(user)).prefix(limit).compactMap { rows.members[$0] } }
    }
}
