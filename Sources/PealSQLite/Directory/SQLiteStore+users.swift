import GRDB
public import PealCore
import PealStore

extension SQLiteStore {
    /// What is stored of a user who calls; the first call of one who is not erased makes the user.
    ///
    /// Costs no write when they exist.
    public func admission(of id: UserID, app: AppID, now: Timestamp) async throws -> UserAdmission {
        let key: @Sendable () -> [Binding] = { [app.bound, id.rawValue] }
        let known = try await read { db in
            try db.first("SELECT tokens_revoked_at FROM user WHERE app = ? AND id = ?", key()) { row in
                UserAdmission(tokensRevokedAt: try row.optionalTime(0))
            }
        }
        if let known { return known }
        return try await writer.perform(.intake) { db, events in
            guard try !db.exists("SELECT 1 FROM erased_user WHERE app = ? AND user_id = ?", key()) else {
                return UserAdmission(isErased: true)
            }
            let created = try db.run(
                """
                INSERT INTO user (app, id, roles, created_at, updated_at) VALUES (?1, ?2, '[]', ?3, ?3)
                ON CONFLICT (app, id) DO NOTHING
                """,
                key() + [now.milliseconds]
            )
            if created > 0 { events.add(.userChanged, app: app, user: id) }
            return UserAdmission()
        }
    }

    /// A user; `nil` when there is none or they were erased.
    public func user(_ id: UserID, app: AppID) async throws -> User? {
        try await look { db in try UserRows.read(id, app: app, db) }
    }

    /// Erases a user and everything held of them; `nil` when nothing was.
    public func eraseUser(_ id: UserID, app: AppID, now: Timestamp) async throws -> ErasureReport? {
        let report: ErasureReport? = try await writer.perform(.intake, weight: 500) { db, events in
            let key: [Binding] = [app.bound, id.rawValue]
            // Deleting the badge first spares a count for every row.
            try db.run("DELETE FROM badge WHERE app = ? AND user_id = ?", key)
            let choices = try Self.preferences(of: id, app: app, db)
            try PreferenceRows.count(choices.optOuts(to: Preferences()), app: app, db)
            let report = ErasureReport(
                devices: try db.run("DELETE FROM device WHERE app = ? AND user_id = ? AND state <> 'revoked'", key),
                notifications: try db.run("DELETE FROM notification WHERE app = ? AND user_id = ?", key),
                memberships: try db.run("DELETE FROM member WHERE app = ? AND user_id = ?", key),
                mutes: try db.run("DELETE FROM mute WHERE app = ? AND user_id = ?", key),
                preferences: try db.run("DELETE FROM preference WHERE app = ? AND user_id = ?", key) > 0
            )
            try db.run("UPDATE entity SET owner_id = NULL WHERE app = ? AND owner_id = ?", key)
            try LocalWaits.forget(id, app: app, db)
            try ReminderRows.forget(id, app: app, db)
            try RejectedRequestRows.forget(id, app: app, db)
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
