import PealCore

/// Writes how far the triggers of a deleted entity are looked at.
struct DeletionChanges {
    var app: AppID
    var ref: EntityRef

    private var key: [SQLValue] { [app.bound, ref.type.rawValue, ref.id] }

    /// Notes the newest trigger that there is; nothing where there is none.
    func note(at now: Timestamp, _ db: SQLConnection) throws {
        try db.run(
            """
            INSERT INTO deleted_entity (app, type, id, newest, deleted_at)
            SELECT t.app, t.entity_type, t.entity_id, t.id, ?4 FROM trigger t
            WHERE t.app = ?1 AND t.entity_type = ?2 AND t.entity_id = ?3 ORDER BY t.id DESC LIMIT 1
            ON CONFLICT (app, type, id) DO UPDATE SET newest = excluded.newest, last_trigger = NULL,
                deleted_at = excluded.deleted_at
            """,
            key + [now.milliseconds]
        )
    }

    func move(from: TriggerID?, to: TriggerID?, _ db: SQLConnection) throws {
        let found = "WHERE app = ?1 AND type = ?2 AND id = ?3 AND last_trigger {same} ?4"
        if let to {
            try db.run("UPDATE deleted_entity SET last_trigger = ?5 \(found)", key + [from?.blob, to.blob]).orFail()
        } else {
            try db.run("DELETE FROM deleted_entity \(found)", key + [from?.blob]).orFail()
        }
    }
}
