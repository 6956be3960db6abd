public import PealCore
public import PealStore

extension MemoryStore: DirectoryStore {
    /// Puts a user; putting an erased one again lets them call again.
    public func putUser(_ user: User, app: AppID) async throws -> (user: User, created: Bool) {
        try await write(app) { rows in
            rows.erased[user.id] = nil
            let before = rows.users[user.id]
            var stored = user
            if let before { stored.createdAt = before.createdAt }
            rows.users.put(stored)
            rows.add(.userChanged, user: user.id)
            if let before, before.timeZone != user.timeZone, rows.lookAgain(at: user.id, now: user.updatedAt) {
                rows.add(.pushDue, user: user.id)
            }
            return (stored, before == nil)
        }
    }

    /// Makes sure a user exists; `false` when the user was erased.
    public func ensureUser(_ id: UserID, app: AppID, now: Timestamp) async throws -> Bool {
        if read(app, { $0.users.contains(id) }) { return true }
        return try await write(app) { rows in
            guard rows.erased[id] == nil else { return false }
            guard !rows.users.contains(id) else { return true }
            rows.users.put(User(id: id, createdAt: now, updatedAt: now))
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

    /// Puts an entity, replacing it whole, and plans what the schedules make of its times.
    public func putEntity(_ entity: Entity, schedules: SchedulesInForce, app: AppID) async throws
        -> (entity: Entity, created: Bool)
    {
        try await write(app) { rows in
            let created = !rows.entities.contains(entity.ref)
            rows.entities.put(entity)
            let rules = schedules()
            rows.plan(entity, by: rules, now: entity.updatedAt)
            rows.add(entity: entity.ref, by: rules)
            return (entity, created)
        }
    }

    /// An entity.
    public func entity(_ ref: EntityRef, app: AppID) async throws -> Entity? { read(app) { $0.entities[ref] } }

    /// Deletes an entity and its members, and cancels what was planned by its times; whether there was one.
    public func deleteEntity(_ ref: EntityRef, app: AppID, now: Timestamp) async throws -> Bool {
        try await write(app) { rows in
            rows.cancelFirings(of: ref, now: now)
            guard rows.entities.remove(ref) != nil else { return false }
            for key in rows.members.keys(in: .of(ref)) { rows.members.remove(key) }
            rows.add(.entityChanged, .entity(ref))
            return true
        }
    }

    /// Puts a member; `nil` when the entity does not exist.
    public func putMember(_ member: Member, app: AppID) async throws -> (member: Member, created: Bool)? {
        try await write(app) { rows in
            guard rows.entities.contains(member.entity) else { return nil }
            let created = !rows.members.contains(member.key)
            rows.members.put(member)
            rows.add(.membersChanged, user: member.userID, .entity(member.entity))
            return (member, created)
        }
    }

    /// Deletes a member; whether there was one.
    public func deleteMember(_ user: UserID, of entity: EntityRef, app: AppID) async throws -> Bool {
        try await write(app) { rows in
            guard rows.members.remove(Member.Key(entity: entity, user: user)) != nil else { return false }
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
