package import PealCore
import PealStore

extension SQLStore {
    /// What is stored of a user who calls; the first call of one who is not erased makes the user.
    ///
    /// Costs no write when they exist.
    package func admission(of id: UserID, app: AppID, now: Timestamp) async throws -> UserAdmission {
        let key: @Sendable () -> [SQLValue] = { [app.bound, id.rawValue] }
        let known = try await read { db in
            try db.first("SELECT tokens_revoked_at FROM \"user\" WHERE app = ? AND id = ?", key()) { row in
                let erasedAt = try ErasedUsers.lastErasure(of: id, app: app, db)
                return UserAdmission(
                    tokensRevokedAt: [try row.optionalTime(0), erasedAt].compactMap(\.self).max(),
                    awaitsConfirmation: try ConfirmationRows.exist(for: id, app: app, db)
                )
            }
        }
        if let known { return known }
        return try await writer.perform(.intake) { db, events in
            guard try ErasedUsers.find(id, app: app, db) == nil else { return UserAdmission(isErased: true) }
            let created = try db.run(
                """
                INSERT INTO "user" (app, id, roles, created_at, updated_at) VALUES (?1, ?2, '[]', ?3, ?3)
                ON CONFLICT (app, id) DO NOTHING
                """,
                key() + [now.milliseconds]
            )
            if created > 0 { events.add(.userChanged, app: app, user: id) }
            return UserAdmission()
        }
    }

    /// Forgets that users who were put again had been erased, where that was before an instant.
    package func forgetErasures(before oldest: Timestamp) async throws {
        guard try await read({ db in try ErasedUsers.isForgettable(before: oldest, db) }) else { return }
        try await writer.perform(.progress) { db in try ErasedUsers.forget(before: oldest, db) }
    }

    /// A user; `nil` when there is none or they were erased.
    package func user(_ id: UserID, app: AppID) async throws -> User? {
        try await look { db in try UserRows.read(id, app: app, db) }
    }

    /// Erases a user and everything held of them; `nil` when nothing was.
    package func eraseUser(_ id: UserID, app: AppID, now: Timestamp) async throws -> ErasureReport? {
        let report: ErasureReport? = try await writer.perform(.intake, weight: 500) { db, events in
            let key: [SQLValue] = [app.bound, id.rawValue]
            let choices = try PreferenceRows.preferences(of: id, app: app, db)
            try PreferenceRows.count(choices.optOuts(to: Preferences()), app: app, db)
            let devices = try db.value(
                Int.self,
                "SELECT COUNT(*) FROM device WHERE app = ? AND user_id = ? AND state <> 'revoked'",
                key
            )
            events.erase(id, app: app)
            let erasure = UserErasure(user: id, app: app)
            var rows: [StoredTable: Int] = [:]
            for table in StoredTable.allCases { rows[table] = try erasure.run(table, db) }
            let report = ErasureReport(
                devices: devices ?? 0,
                notifications: rows[.notification] ?? 0,
                memberships: rows[.member] ?? 0,
                mutes: rows[.mute] ?? 0,
                preferences: rows[.preference] != 0
            )
            guard rows[.user] != 0 || !report.isEmpty else { return nil }
            try ErasedUsers.add(id, app: app, at: now, db)
            try ErasureNote.add(db)
            events.add(.userErased, app: app)
            return report
        }
        if report != nil { try await emptyLog() }
        return report
    }
}
