import PealCore

/// Writes entities.
struct EntityChanges {
    var app: AppID

    func put(_ entity: Entity, _ db: SQLConnection) throws {
        try db.run(
            """
            INSERT INTO entity
                (app, type, id, parent_type, parent_id, owner_id, status, time_zone, times, attributes, updated_at, version)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11,
                1 + COALESCE((SELECT f.version FROM entity_floor f WHERE f.app = ?1), 0))
            ON CONFLICT (app, type, id) DO UPDATE SET parent_type = excluded.parent_type,
                parent_id = excluded.parent_id, owner_id = excluded.owner_id, status = excluded.status,
                time_zone = excluded.time_zone, times = excluded.times, attributes = excluded.attributes,
                updated_at = excluded.updated_at
            """,
            [
                app.bound, entity.ref.type.rawValue, entity.ref.id, entity.parent?.type.rawValue, entity.parent?.id,
                entity.ownerID?.rawValue, entity.status, entity.timeZone, try JSONText.encode(entity.times),
                try JSONText.encode(entity.attributes), entity.updatedAt.milliseconds,
            ]
        )
    }

    /// Whether a user is not the owner of an entity yet; none is no new one.
    func isNew(owner: UserID?, of ref: EntityRef, _ db: SQLConnection) throws -> Bool {
        guard let owner else { return false }
        return try !db.exists(
            "SELECT 1 FROM entity WHERE app = ? AND type = ? AND id = ? AND owner_id = ?",
            [app.bound, ref.type.rawValue, ref.id, owner.rawValue]
        )
    }

    /// Puts a member of an entity that is there; whether there was none.
    func put(_ member: Member, _ events: inout EventBatch, _ db: SQLConnection) throws -> Bool {
        let key: [SQLValue] = [
            app.bound, member.entity.type.rawValue, member.entity.id, member.userID.rawValue,
        ]
        let status = try db.first(
            "SELECT status FROM member WHERE app = ? AND entity_type = ? AND entity_id = ? AND user_id = ?",
            key
        ) { try $0.optionalText(0) }
        try db.run(
            """
            INSERT INTO member (app, entity_type, entity_id, user_id, role, status, attributes, updated_at, sealed_attributes)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (app, entity_type, entity_id, user_id) DO UPDATE SET role = excluded.role,
                status = excluded.status, attributes = excluded.attributes, updated_at = excluded.updated_at,
                sealed_attributes = excluded.sealed_attributes
            """,
            key + [
                member.role, member.status, try JSONText.encode(member.attributes), member.updatedAt.milliseconds,
                member.sealedAttributes,
            ]
        )
        let detail = member.detail(replacing: status ?? nil)
        events.add(.membersChanged, app: app, user: member.userID, .entity(member.entity), detail)
        return status == nil
    }

    func delete(_ ref: EntityRef, _ db: SQLConnection) throws {
        try db.run(
            "DELETE FROM entity WHERE app = ? AND type = ? AND id = ?",
            [app.bound, ref.type.rawValue, ref.id]
        ).orFail()
    }
}
