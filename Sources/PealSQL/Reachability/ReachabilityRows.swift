import PealCore

/// Reads and writes whether pushes reach the users of an app.
struct ReachabilityRows {
    var app: AppID

    /// What is known of a user.
    func facts(of user: UserID, _ db: SQLConnection) throws -> ReachabilityFacts {
        let devices = try db.all(
            """
            SELECT \(Device.columns), last_confirmed_at, unconfirmed_since
            FROM device WHERE app = ? AND user_id = ? AND state <> 'revoked' ORDER BY id
            """,
            [app.bound, user.rawValue]
        ) { row in
            DeviceSigns(
                try Device(row: row),
                confirmedAt: try row.optionalTime(19),
                unconfirmedSince: try row.optionalTime(20)
            )
        }
        return ReachabilityFacts(
            devices: devices,
            pushSwitch: try PreferenceRows.preferences(of: user, app: app, db).global[Channel.push.rawValue]?.value,
            record: try record(of: user, db)
        )
    }

    /// Users of all apps who are to be looked at, the earliest first.
    static func due(now: Timestamp, limit: Int, _ db: SQLConnection) throws -> [AppID: [UserID]] {
        try WaitingApps.looks.due("look_at", at: now, db).reduce(into: [:]) { due, app in
            due[app] = try db.all(
                """
                SELECT user_id FROM reachability
                WHERE \(PartialIndex.looks.condition) AND app = ? AND look_at <= ? ORDER BY look_at LIMIT ?
                """,
                [app.bound, now.milliseconds, limit]
            ) { try $0.key(0) }
        }
    }

    /// Keeps what was found.
    func write(_ change: ReachabilityChange, _ db: SQLConnection) throws {
        try ErasedUsers.refuse(change.user, app: app, db)
        guard try record(of: change.user, db) == change.from else { throw GuardFailed() }
        try db.run(
            """
            INSERT INTO reachability (app, user_id, is_reachable, since, look_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (app, user_id) DO UPDATE SET is_reachable = excluded.is_reachable, since = excluded.since,
                look_at = excluded.look_at
            """,
            [
                app.bound, change.user.rawValue, change.to.isReachable, change.to.since.milliseconds,
                change.to.lookAt?.milliseconds,
            ]
        )
    }

    /// Keeps since when a device that confirms pushes has not, and moves the next look at its user forward; the first push counts.
    func accepted(_ id: DeliveryID, at now: Timestamp, _ db: SQLConnection) throws {
        let changed = try db.run(
            """
            UPDATE device SET unconfirmed_since = ?3
            WHERE app = ?1 AND id = ?2 AND unconfirmed_since IS NULL AND confirmed_at IS NOT NULL
            """,
            [app.bound, id.device.blob, now.milliseconds]
        )
        guard changed > 0 else { return }
        try db.run(
            """
            UPDATE reachability SET look_at = CASE WHEN look_at < ?3 THEN look_at ELSE ?3 END
            WHERE app = ?1 AND user_id = (SELECT user_id FROM device WHERE app = ?1 AND id = ?2)
            """,
            [app.bound, id.device.blob, (now + Reachability.silenceLimit).milliseconds]
        )
    }

    /// The user of a device who was not reached when they were looked at last; `nil` when they were, or nobody looked.
    func unreached(by device: DeviceID, _ db: SQLConnection) throws -> UserID? {
        try db.first(
            """
            SELECT r.user_id FROM device d JOIN reachability r ON r.app = d.app AND r.user_id = d.user_id
            WHERE d.app = ? AND d.id = ? AND r.is_reachable = 0
            """,
            [app.bound, device.blob]
        ) { try $0.key(0) }
    }

    private func record(of user: UserID, _ db: SQLConnection) throws -> ReachabilityRecord? {
        try db.first(
            "SELECT is_reachable, since, look_at FROM reachability WHERE app = ? AND user_id = ?",
            [app.bound, user.rawValue]
        ) { row in
            ReachabilityRecord(
                isReachable: try row.flag(0),
                since: try row.time(1),
                lookAt: try row.optionalTime(2)
            )
        }
    }
}
