import GRDB
import PealCore
import PealStore

/// Writes entities.
struct EntityChanges {
    var app: AppID

    func put(_ entity: Entity, _ db: Connection) throws {
        try db.run(
            """
            INSERT INTO entity
                (app, type, id, parent_type, parent_id, owner_id, status, time_zone, times, attributes, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
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

    func delete(_ ref: EntityRef, _ db: Connection) throws {
        try db.run(
            "DELETE FROM entity WHERE app = ? AND type = ? AND id = ?",
            [app.bound, ref.type.rawValue, ref.id]
        ).orFail()
    }
}
