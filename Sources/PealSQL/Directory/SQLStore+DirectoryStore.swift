package import PealCore
import PealStore

extension SQLStore {
    /// An entity.
    package func entity(_ ref: EntityRef, app: AppID) async throws -> Entity? {
        try await read { db in
            try db.first(
                "SELECT \(Entity.columns) FROM entity WHERE app = ? AND type = ? AND id = ?",
                [app.bound, ref.type.rawValue, ref.id],
                Entity.init(row:)
            )
        }
    }

    /// Puts a member; `nil` when the entity does not exist.
    package func putMember(_ member: Member, app: AppID) async throws -> (member: Member, created: Bool)? {
        try await putMembers([member], of: member.entity, app: app).map { (member, $0 == 1) }
    }

    /// Puts members of one entity, all or none.
    package func putMembers(_ members: [Member], of entity: EntityRef, app: AppID) async throws -> Int? {
        try await writer.perform(.intake, weight: members.count) { db, events in
            let key: [SQLValue] = [app.bound, entity.type.rawValue, entity.id]
            guard try db.exists("SELECT 1 FROM entity WHERE app = ? AND type = ? AND id = ?", key) else { return nil }
            return try members.count { try EntityChanges(app: app).put($0, &events, db) }
        }
    }

    /// Deletes a member; whether there was one.
    package func deleteMember(_ user: UserID, of entity: EntityRef, app: AppID) async throws -> Bool {
        try await writer.perform(.intake) { db, events in
            let existed =
                try db.run(
                    "DELETE FROM member WHERE app = ? AND entity_type = ? AND entity_id = ? AND user_id = ?",
                    [app.bound, entity.type.rawValue, entity.id, user.rawValue]
                ) > 0
            if existed { events.add(.membersChanged, app: app, user: user, .entity(entity)) }
            return existed
        }
    }

    /// Members of an entity by user; `nil` when the entity does not exist.
    package func members(of entity: EntityRef, app: AppID, page: PageRequest) async throws -> Page<Member>? {
        try await read { db in
            let key: [SQLValue] = [app.bound, entity.type.rawValue, entity.id]
            guard try db.exists("SELECT 1 FROM entity WHERE app = ? AND type = ? AND id = ?", key) else { return nil }
            var members = try db.all(
                """
                SELECT \(Member.columns) FROM member
                WHERE app = ? AND entity_type = ? AND entity_id = ? AND user_id > ? ORDER BY user_id LIMIT ?
                """,
                key + [page.after ?? "", page.limit + 1],
                Member.init(row:)
            )
            guard members.count > page.limit else { return Page(items: members, next: nil) }
            members.removeLast()
            return Page(items: members, next: members.last?.userID.rawValue)
        }
    }

    /// The entities that a user owns, bounded.
    package func owned(by user: UserID, app: AppID, limit: Int) async throws -> [EntityRef] {
        try await read { db in
            try db.all(
                "SELECT type, id FROM entity WHERE app = ? AND owner_id = ? ORDER BY type, id LIMIT ?",
                [app.bound, user.rawValue, limit]
            ) { EntityRef(type: EntityTypeID(try $0.text(0)), id: try $0.text(1)) }
        }
    }

    /// Memberships of a user, bounded.
    package func memberships(of user: UserID, app: AppID, limit: Int) async throws -> [Member] {
        try await read { db in
            try db.all(
                """
                SELECT \(Member.columns) FROM member WHERE app = ? AND user_id = ?
                ORDER BY entity_type, entity_id LIMIT ?
                """,
                [app.bound, user.rawValue, limit],
                Member.init(row:)
            )
        }
    }
}
