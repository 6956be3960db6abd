import PealCore

/// Reads and puts users.
enum UserRows {
    /// Whether anybody is known by an id.
    static func exists(_ id: UserID, app: AppID, _ db: SQLConnection) throws -> Bool {
        try db.exists("SELECT 1 FROM \"user\" WHERE app = ? AND id = ?", [app.bound, id.rawValue])
    }

    static func read(_ id: UserID, app: AppID, _ db: SQLConnection) throws -> User? {
        try db.first(
            "SELECT \(User.columns), u.sealed_details, u.tokens_revoked_at FROM \"user\" u WHERE u.app = ? AND u.id = ?",
            [app.bound, id.rawValue]
        ) { row in
            var user = try User(row: row)
            user.sealedDetails = try row.bytes(User.width)
            user.tokensRevokedAt = try row.optionalTime(User.width + 1)
            return user
        }
    }

    /// Putting an erased user again lets them call again.
    static func put(_ user: User, from old: User?, app: AppID, _ events: inout EventBatch, _ db: SQLConnection) throws {
        guard try read(user.id, app: app, db) == old else { throw GuardFailed() }
        let key: [SQLValue] = [app.bound, user.id.rawValue]
        if old == nil { try ErasedUsers.putAgain(user.id, app: app, at: user.updatedAt, db) }
        try db.run(
            """
            INSERT INTO "user"
                (app, id, locale, time_zone, roles, sealed_details, created_at, updated_at, tokens_revoked_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (app, id) DO UPDATE SET locale = excluded.locale, time_zone = excluded.time_zone,
                roles = excluded.roles, sealed_details = excluded.sealed_details, updated_at = excluded.updated_at,
                tokens_revoked_at = excluded.tokens_revoked_at
            """,
            key + [
                user.locale, user.timeZone, try JSONText.encode(user.roles), user.sealedDetails,
                user.createdAt.milliseconds, user.updatedAt.milliseconds, user.tokensRevokedAt?.milliseconds,
            ]
        )
        events.add(.userChanged, app: app, user: user.id)
    }
}
