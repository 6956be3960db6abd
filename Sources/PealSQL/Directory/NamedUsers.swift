import PealCore

/// Takes an erased user out of the triggers that name them, in their audience or as their actor.
enum NamedUsers {
    /// Whether a trigger for users that it names names a user no more: they were erased since it was read.
    static func leftOut(_ user: UserID, of trigger: TriggerID, app: AppID, _ db: SQLConnection) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM trigger WHERE app = ?1 AND id = ?2 AND substr(audience, 1, 8) = '{"users"'
                AND NOT EXISTS (SELECT 1 FROM named_user WHERE app = ?1 AND user_id = ?3 AND trigger_id = ?2)
            """,
            [app.bound, trigger.blob, user.rawValue]
        )
    }

    static func forget(_ user: UserID, app: AppID, _ db: SQLConnection) throws {
        let key: [SQLValue] = [app.bound, user.rawValue]
        let named = "app = ?1 AND id IN (SELECT trigger_id FROM named_user WHERE app = ?1 AND user_id = ?2)"
        try db.run("UPDATE trigger SET actor_id = NULLIF(actor_id, ?2) WHERE \(named)", key)
        let audiences = try db.all("SELECT id, audience FROM trigger WHERE \(named)", key) { row in
            (trigger: try row.id(0) as TriggerID, audience: try StoredAudience.decode(try row.text(1)))
        }
        for (trigger, audience) in audiences {
            guard case .users(let users) = audience else { continue }
            try db.run(
                "UPDATE trigger SET audience = ? WHERE app = ? AND id = ?",
                [try StoredAudience.encode(.users(users.filter { $0 != user })), app.bound, trigger.blob]
            )
        }
        try db.run("DELETE FROM named_user WHERE app = ? AND user_id = ?", key)
    }
}
