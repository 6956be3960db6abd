import GRDB
public import PealCore
import PealStore

extension SQLiteStore {
    /// Puts a user; putting an erased one again lets them call again.
    public func putUser(_ user: User, app: AppID) async throws -> (user: User, created: Bool) {
        try await writer.perform(.intake) { db, events in
            let key: [Binding] = [app.rawValue, user.id.rawValue]
            try db.run("DELETE FROM erased_user WHERE app = ? AND user_id = ?", key)
            let before = try db.first("SELECT time_zone FROM user WHERE app = ? AND id = ?", key) {
                try $0.optionalText(0)
            }
            let stored = try db.first(
                """
                INSERT INTO user AS u (app, id, name, locale, time_zone, roles, attributes, created_at, updated_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (app, id) DO UPDATE SET name = excluded.name, locale = excluded.locale,
                    time_zone = excluded.time_zone, roles = excluded.roles, attributes = excluded.attributes,
                    updated_at = excluded.updated_at
                RETURNING id, name, locale, time_zone, roles, attributes, created_at, updated_at
                """,
                key + [
                    user.name, user.locale, user.timeZone, try JSONText.encode(user.roles),
                    try JSONText.encode(user.attributes), user.createdAt.milliseconds, user.updatedAt.milliseconds,
                ],
                User.init(row:)
            )
            events.add(.userChanged, app: app, user: user.id)
            if let before, before != user.timeZone,
                try HeldAgain.look(at: user.id, app: app, now: user.updatedAt, db)
            {
                events.add(.pushDue, app: app, user: user.id)
            }
            return (stored ?? user, before == nil)
        }
    }

    /// Makes sure a user exists; `false` when the user was erased.
    ///
    /// Costs no write when they do.
    public func ensureUser(_ id: UserID, app: AppID, now: Timestamp) async throws -> Bool {
        let key: @Sendable () -> [Binding] = { [app.rawValue, id.rawValue] }
        let isKnown = try await read { db in try db.exists("SELECT 1 FROM user WHERE app = ? AND id = ?", key()) }
        if isKnown { return true }
        return try await writer.perform(.intake) { db, events in
            guard try !db.exists("SELECT 1 FROM erased_user WHERE app = ? AND user_id = ?", key()) else { return false }
            let created = try db.run(
                """
                INSERT INTO user (app, id, roles, attributes, created_at, updated_at) VALUES (?1, ?2, '[]', '{}', ?3, ?3)
                ON CONFLICT (app, id) DO NOTHING
                """,
                key() + [now.milliseconds]
            )
            if created > 0 { events.add(.userChanged, app: app, user: id) }
            return true
        }
    }

    /// A user; `nil` when there is none or they were erased.
    public func user(_ id: UserID, app: AppID) async throws -> User? {
        try await read { db in
            try db.first(
                "SELECT \(User.columns) FROM user u WHERE u.app = ? AND u.id = ?",
                [app.rawValue, id.rawValue],
                User.init(row:)
            )
        }
    }

    /// Erases a user and everything held of them; `nil` when nothing was.
    public func eraseUser(_ id: UserID, app: AppID, now: Timestamp) async throws -> ErasureReport? {
        let report: ErasureReport? = try await writer.perform(.intake, weight: 500) { db, events in
            let key: [Binding] = [app.rawValue, id.rawValue]
            // Deleting the badge first spares a count for every row.
            try db.run("DELETE FROM badge WHERE app = ? AND user_id = ?", key)
            try OptOutCounts.change(
                from: try Self.preferences(of: id, app: app, db),
                to: Preferences(),
                app: app,
                db
            )
            let report = ErasureReport(
                devices: try db.run("DELETE FROM device WHERE app = ? AND user_id = ? AND state <> 'revoked'", key),
                notifications: try db.run("DELETE FROM notification WHERE app = ? AND user_id = ?", key),
                memberships: try db.run("DELETE FROM member WHERE app = ? AND user_id = ?", key),
                mutes: try db.run("DELETE FROM mute WHERE app = ? AND user_id = ?", key),
                preferences: try db.run("DELETE FROM preference WHERE app = ? AND user_id = ?", key) > 0
            )
            try db.run("UPDATE entity SET owner_id = NULL WHERE app = ? AND owner_id = ?", key)
            try LocalWaits.forget(id, app: app, db)
            try TurnedAwayRows.forget(id, app: app, db)
            try NamedUsers.forget(id, app: app, db)
            try db.run("DELETE FROM idempotency WHERE app = ? AND user_id = ?", key)
            events.erase(id, app: app)
            try db.run("DELETE FROM user_key WHERE app = ? AND user_id = ?", key)
            try db.run("DELETE FROM device WHERE app = ? AND user_id = ? AND state = 'revoked'", key)
            let existed = try db.run("DELETE FROM user WHERE app = ? AND id = ?", key) > 0
            let nothing = ErasureReport(devices: 0, notifications: 0, memberships: 0, mutes: 0, preferences: false)
            guard existed || report != nothing else { return nil }
            try db.run(
                """
                INSERT INTO erased_user (app, user_id, erased_at) VALUES (?, ?, ?)
                ON CONFLICT (app, user_id) DO UPDATE SET erased_at = excluded.erased_at
                """,
                key + [now.milliseconds]
            )
            try Self.noteErasure(db)
            events.add(.userErased, app: app)
            return report
        }
        if report != nil { try await emptyLog() }
        return report
    }
}
