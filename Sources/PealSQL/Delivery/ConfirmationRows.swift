import PealCore

/// Reads and writes which pushes a device is to confirm, and which devices have confirmed one (R147).
enum ConfirmationRows {
    /// Pushes whose time to live has ended, at most `limit` of each app.
    static func due(now: Timestamp, limit: Int, _ db: SQLConnection) throws -> [UnconfirmedPush] {
        try WaitingApps.unconfirmed.due("expires_at", at: now, db).flatMap { app in
            let ids: [NotificationID] = try db.all(
                """
                SELECT n.id FROM notification n
                WHERE \(PartialIndex.unconfirmed.of("n")) AND n.app = ? AND n.expires_at <= ?
                ORDER BY n.expires_at LIMIT ?
                """,
                [app.bound, now.milliseconds, limit]
            ) { try $0.id(0) }
            return try ids.compactMap { try push($0, app: app, db) }
        }
    }

    /// Keeps that a device has confirmed a push, where it had not yet.
    static func confirm(_ id: DeliveryID, app: AppID, at now: Timestamp, _ db: SQLConnection) throws {
        try db.run(
            """
            UPDATE delivery SET confirmed_at = ?4
            WHERE app = ?1 AND notification_id = ?2 AND device_id = ?3 AND confirmed_at IS NULL
            """,
            [app.bound, id.notification.blob, id.device.blob, now.milliseconds]
        )
        try db.run(
            """
            UPDATE device SET confirmed_at = COALESCE(confirmed_at, ?3), last_confirmed_at = ?3, unconfirmed_since = NULL
            WHERE app = ?1 AND id = ?2 AND (unconfirmed_since IS NOT NULL OR COALESCE(last_confirmed_at, 0) < ?3)
            """,
            [app.bound, id.device.blob, now.milliseconds]
        )
    }

    /// Ends the wait for a push that is as it was read.
    static func end(_ push: UnconfirmedPush, alert: Trace?, _ db: SQLConnection) throws {
        guard try self.push(push.id, app: push.app, db) == push else { throw GuardFailed() }
        try db.run(
            """
            UPDATE notification SET awaits_confirmation = 0, is_alert = CASE WHEN is_alert < ?3 THEN ?3 ELSE is_alert END, trace = trace || ?4
            WHERE app = ?1 AND id = ?2
            """,
            [push.app.bound, push.id.blob, alert != nil, alert?.encoded ?? ""]
        )
    }

    /// Ends all waits of a user.
    static func end(of user: UserID, app: AppID, _ db: SQLConnection) throws {
        try db.run(
            """
            UPDATE notification SET awaits_confirmation = 0
            WHERE \(PartialIndex.unconfirmed.condition) AND app = ? AND user_id = ?
            """,
            [app.bound, user.rawValue]
        )
    }

    /// Whether a device is to confirm a push of a user.
    static func exist(for user: UserID, app: AppID, _ db: SQLConnection) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM notification WHERE \(PartialIndex.unconfirmed.condition) AND app = ? AND user_id = ? LIMIT 1
            """,
            [app.bound, user.rawValue]
        )
    }

    /// One that waits; `nil` when it does not.
    private static func push(_ id: NotificationID, app: AppID, _ db: SQLConnection) throws -> UnconfirmedPush? {
        let base = InboxState.width
        let found = try db.first(
            """
            SELECT \(InboxState.columns), n.user_id, n.in_app_reason IS NULL, n.push_reason FROM notification n
            WHERE n.app = ? AND n.id = ? AND {unindexed \(PartialIndex.unconfirmed.of("n"))}
            """,
            [app.bound, id.blob]
        ) { row in
            UnconfirmedPush(
                id: id,
                app: app,
                user: try row.key(base),
                isInInbox: try row.flag(base + 1),
                state: try InboxState(row: row),
                stopReason: try row.optionalWord(base + 2),
                devices: [:]
            )
        }
        guard var push = found else { return nil }
        try db.each(
            """
            SELECT d.device_id, \(DeliveryState.column(of: "d")), v.confirmed_at IS NOT NULL FROM delivery d
            LEFT JOIN device v ON v.app = d.app AND v.id = d.device_id
            WHERE d.app = ? AND d.notification_id = ?
            """,
            [app.bound, id.blob]
        ) { row in
            let state: DeliveryState = try row.word(1)
            if state.isHandedOut { push.devices[try row.id(0)] = try row.flag(2) }
        }
        return push
    }
}
