import PealCore

/// Takes an erased user out of the triggers that name them, in their audience or as their actor.
enum NamedUsers {
    /// A condition that an audience is a list of users.
    private static let namesUsers = #"substr(audience, 1, 8) = '{"users"'"#

    /// Whether a trigger for users that it names names a user no more: they were erased since it was read.
    static func leftOut(_ user: UserID, of trigger: TriggerID, app: AppID, _ db: SQLConnection) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM trigger WHERE app = ?1 AND id = ?2 AND \(namesUsers)
                AND NOT EXISTS (SELECT 1 FROM named_user WHERE app = ?1 AND user_id = ?3 AND trigger_id = ?2)
            """,
            [app.bound, trigger.blob, user.rawValue]
        )
    }

    static func forget(_ user: UserID, app: AppID, _ db: SQLConnection) throws {
        let key: [SQLValue] = [app.bound, user.rawValue]
        let named = "app = ?1 AND id IN (SELECT trigger_id FROM named_user WHERE app = ?1 AND user_id = ?2)"
        try db.run("UPDATE trigger SET actor_id = NULLIF(actor_id, ?2) WHERE \(named)", key)
        let triggers: [TriggerID] = try db.all("SELECT id FROM trigger WHERE \(named) AND \(namesUsers)", key) {
            try $0.id(0)
        }
        // One by one: an audience may name a thousand users.
        for trigger in triggers {
            let found = [app.bound, trigger.blob] as [SQLValue]
            let audience = try db.value(String.self, "SELECT audience FROM trigger WHERE app = ? AND id = ?", found)
            guard let audience, case .users(let users) = try StoredAudience.decode(audience) else { continue }
            try db.run(
                "UPDATE trigger SET audience = ? WHERE app = ? AND id = ?",
                [try StoredAudience.encode(.users(users.filter { $0 != user }))] + found
            )
        }
        try db.run("DELETE FROM named_user WHERE app = ? AND user_id = ?", key)
    }
}
