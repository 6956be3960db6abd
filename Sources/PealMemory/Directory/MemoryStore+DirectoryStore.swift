public import PealCore
public import PealStore

extension MemoryStore: DirectoryStore {
    /// What is stored of a user who calls; the first call of one who is not erased makes the user.
    public func admission(of id: UserID, app: AppID, now: Timestamp) async throws -> UserAdmission {
        let known = read(app) { rows in
            rows.users[id].map { user in
                UserAdmission(
                    tokensRevokedAt: [user.tokensRevokedAt, rows.putAgain[id]].compactMap(\.self).max(),
                    awaitsConfirmation: rows.notifications.rows(in: .unconfirmed).contains { $0.user == id }
                )
            }
        }
        if let known { return known }
        return try await write(app) { rows in
            guard rows.erased[id] == nil else { return UserAdmission(isErased: true) }
            if let user = rows.users[id] { return UserAdmission(tokensRevokedAt: user.tokensRevokedAt) }
            rows.put(User(id: id, createdAt: now, updatedAt: now), in: \.users)
            rows.add(.userChanged, user: id)
            return UserAdmission()
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

    /// Forgets that users who were put again had been erased.
    public func forgetErasures(before oldest: Timestamp) async throws {
        try await write { contents in
            for app in contents.apps { contents[app].putAgain = contents[app].putAgain.filter { $0.value >= oldest } }
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
            return members.reduce(0) { $0 + (rows.put($1) ? 1 : 0) }
        }
    }

    /// Deletes a member; whether there was one.
    public func deleteMember(_ user: UserID, of entity: EntityRef, app: AppID) async throws -> Bool {
        try await write(app) { rows in
            guard rows.removeMember(Member.Key(entity: entity, user: user)) != nil else { return false }
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

    /// The entities that a user owns, bounded.
    public func owned(by user: UserID, app: AppID, limit: Int) async throws -> [EntityRef] {
        read(app) { rows in Array(rows.entities.keys(in: .owned(by: user)).prefix(limit)) }
    }

    /// Memberships of a user, bounded.
    public func memberships(of user: UserID, app: AppID, limit: Int) async throws -> [Member] {
        read(app) { rows in rows.members.keys(in: .user(user)).prefix(limit).compactMap { rows.members[$0] } }
    }
}

extension AppRows {
    /// Puts a member of an entity that is there; whether there was none.
    mutating func put(_ member: Member) -> Bool {
        let before = members[member.key]
        put(member, in: \.members)
        let detail = member.detail(replacing: before?.status)
        add(.membersChanged, user: member.userID, .entity(member.entity), detail)
        return before == nil
    }
}
