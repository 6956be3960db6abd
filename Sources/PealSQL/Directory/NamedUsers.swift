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
        try db.run(
            """
            UPDATE trigger SET actor_id = NULLIF(actor_id, ?2), audience = CASE
                WHEN substr(audience, 1, 8) = '{"users"' THEN json_object('users', (
                    SELECT json_group_array(j.value) FROM json_each(audience, '$.users') j WHERE j.value <> ?2))
                ELSE audience END
            WHERE app = ?1 AND id IN (SELECT trigger_id FROM named_user WHERE app = ?1 AND user_id = ?2)
            """,
            key
        )
        try db.run("DELETE FROM named_user WHERE app = ? AND user_id = ?", key)
    }
}
