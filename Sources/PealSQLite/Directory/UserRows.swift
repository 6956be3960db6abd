import GRDB
import PealCore
import PealStore

/// Reads and puts users.
enum UserRows {
    static func read(_ id: UserID, app: AppID, _ db: Connection) throws -> User? {
        try db.first(
            "SELECT \(User.columns) FROM user u WHERE u.app = ? AND u.id = ?",
            [app.bound, id.rawValue],
            User.init(row:)
        )
    }

    /// Putting an erased user again lets them call again.
    static func put(_ user: User, from old: User?, app: AppID, _ events: inout EventBatch, _ db: Connection) throws {
        guard try read(user.id, app: app, db) == old else { throw ChangeWriting.GuardFailed() }
        let key: [Binding] = [app.bound, user.id.rawValue]
        try db.run("DELETE FROM erased_user WHERE app = ? AND user_id = ?", key)
        try db.run(
            """
            INSERT INTO user (app, id, name, locale, time_zone, roles, attributes, created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (app, id) DO UPDATE SET name = excluded.name, locale = excluded.locale,
                time_zone = excluded.time_zone, roles = excluded.roles, attributes = excluded.attributes,
                updated_at = excluded.updated_at
            """,
            key + [
                user.name, user.locale, user.timeZone, try JSONText.encode(user.roles),
                try JSONText.encode(user.attributes), user.createdAt.milliseconds, user.updatedAt.milliseconds,
            ]
        )
        events.add(.userChanged, app: app, user: user.id)
    }
}
