import Foundation
import GRDB
import PealCore
import PealStore

/// Stores triggers, and the entities that come with them.
struct TriggerInserts {
    var app: AppID

    func add(_ new: NewTrigger, _ db: Connection) throws {
        let trigger = new.trigger
        let places = EntityPlaces(app: app)
        let parent = try new.parent ?? trigger.entity.flatMap { try places.place(of: $0, db)?.parent }
        let root = try places.root(from: parent, db)
        try db.run(
            """
            INSERT INTO trigger
                (app, id, type, entity_type, entity_id, parent_type, parent_id, root_type, root_id, transition,
                 actor_id, actor_kind, audience, priority, due_at, accepted_at, cancel_key, claim_key, catalog_version,
                 sealed_data, bundle_until, send_local, rank, open_until)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                app.bound, trigger.id.blob, trigger.type.rawValue, trigger.entity?.type.rawValue,
                trigger.entity?.id, parent?.type.rawValue, parent?.id, root?.type.rawValue, root?.id,
                trigger.transition, trigger.actor?.id?.rawValue, trigger.actor?.kind.rawValue,
                try StoredAudience.encode(trigger.audience), trigger.priority?.rawValue,
                trigger.dueAt.milliseconds, trigger.acceptedAt.milliseconds, trigger.cancelKey, new.claimKey,
                trigger.catalogVersion, new.sealedData, trigger.bundleUntil?.milliseconds,
                trigger.sendAtLocal?.secondsSince1970, new.urgency.rank, trigger.openUntil?.milliseconds,
            ]
        )
    }

    /// Changes an entity: what a patch does not name stays as it is; times and attributes are merged (RFC 7396).
    func apply(_ patch: EntityPatch, at now: Timestamp, _ db: Connection) throws {
        try db.run(
            """
            INSERT INTO entity
                (app, type, id, parent_type, parent_id, owner_id, status, time_zone, times, attributes, updated_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, json_patch('{}', ?9), json_patch('{}', ?10), ?11)
            ON CONFLICT (app, type, id) DO UPDATE SET
                parent_type = COALESCE(?4, parent_type), parent_id = COALESCE(?5, parent_id),
                owner_id = COALESCE(?6, owner_id), status = COALESCE(?7, status), time_zone = COALESCE(?8, time_zone),
                times = json_patch(times, ?9), attributes = json_patch(attributes, ?10), updated_at = ?11
            """,
            [
                app.bound, patch.ref.type.rawValue, patch.ref.id, patch.parent?.type.rawValue,
                patch.parent?.id,
                patch.ownerID?.rawValue, patch.status, patch.timeZone, try JSONText.encode(patch.times ?? [:]),
                try JSONText.encode(patch.attributes ?? [:]), now.milliseconds,
            ]
        )
    }
}
