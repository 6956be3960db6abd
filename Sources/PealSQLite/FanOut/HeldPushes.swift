import GRDB
import PealCore
import PealStore

/// Pushes that were put off, until they are decided again.
enum HeldPushes {
    /// What ``item(_:)`` reads, after the trigger's columns.
    private static let columns = """
        \(PendingTrigger.columns), n.id, n.user_id, n.in_app_reason, n.trace, n.thread, n.created_at, n.expires_at,
        n.read_at IS NOT NULL OR n.dismissed_at IS NOT NULL OR n.removed_at IS NOT NULL
        """

    static func due(now: Timestamp, limit: Int, _ db: Database) throws -> [HeldNotification] {
        try db.all(
            """
            SELECT \(columns)
            FROM notification n CROSS JOIN trigger t ON t.app = n.app AND t.id = n.trigger_id
            \(PendingTrigger.entityJoin)
            WHERE n.push = 'hold' AND n.held_until <= ? ORDER BY n.held_until LIMIT ?
            """,
            [now.milliseconds, limit]
        ) { try item($0) }
    }

    /// What waits in a window and is worth pushing, the newest first.
    static func items(of window: DueWindow, now: Timestamp, limit: Int, _ db: Database) throws -> [HeldNotification] {
        try db.all(
            """
            SELECT \(columns)
            FROM notification n CROSS JOIN trigger t ON t.app = n.app AND t.id = n.trigger_id
            \(PendingTrigger.entityJoin)
            WHERE n.app = ?1 AND n.user_id = ?2 AND n.slot = ?3 AND n.push = 'digest' AND n.held_until <= ?4
                AND \(DigestWindows.isWorthPushing("n", now: "?4"))
            ORDER BY n.id DESC LIMIT ?5
            """,
            [window.app.rawValue, window.userID.rawValue, window.slot, now.milliseconds, limit]
        ) { try item($0) }
    }

    private static func item(_ row: Row) throws -> HeldNotification {
        let base = PendingTrigger.columnCount
        return HeldNotification(
            id: try row.id(base),
            userID: try row.key(base + 1),
            trigger: try PendingTrigger(row: row),
            inApp: try InAppResult(row: row, at: base + 2),
            trace: Trace(encoded: try row.text(base + 3)),
            thread: try row.optionalText(base + 4),
            createdAt: try row.time(base + 5),
            expiresAt: try row.time(base + 6),
            isResolved: try row.flag(base + 7)
        )
    }

    static func spread(now: Timestamp, from start: Timestamp, perSecond: Int, limit: Int, _ db: Database) throws {
        try db.run(
            """
            UPDATE notification SET held_until = ?2 + 1000 * (w.place / ?3)
            FROM (SELECT rowid AS row, ROW_NUMBER() OVER (ORDER BY held_until, rowid) - 1 AS place FROM (
                    SELECT rowid, held_until FROM notification WHERE push = 'hold' AND held_until <= ?1
                    ORDER BY held_until LIMIT ?4)) w
            WHERE notification.rowid = w.row
            """,
            [now.milliseconds, start.milliseconds, perSecond, limit]
        )
    }

    /// The inbox row stays as the first decision made it; it may become an alert.
    static func write(_ release: ReleasedNotification, from waiting: String = "hold", _ db: Database) throws {
        let push = release.decision.push.stored
        let changed = try db.run(
            """
            UPDATE notification SET push = ?3, push_reason = ?4, held_until = ?5, trace = ?6, rank = ?7,
                is_alert = MAX(is_alert, ?8), slot = COALESCE(?9, slot), slot_until = COALESCE(?10, slot_until),
                push_title = COALESCE(?11, push_title), push_body = COALESCE(?12, push_body),
                replaces = COALESCE(?15, replaces),
                pushed_at = CASE WHEN ?3 = 'send' AND (throttled_type IS NOT NULL OR ?9 IS NOT NULL) THEN ?13 END
            WHERE app = ?1 AND id = ?2 AND push = ?14
            """,
            [
                release.app.rawValue, release.id.blob, push.push, push.reason, push.heldUntil,
                release.decision.trace.encoded, release.decision.priority.rank, release.decision.isAlert ? 1 : 0,
                release.decision.slot?.key, release.decision.slot?.closesAt.milliseconds, release.bundle?.title,
                release.bundle?.body, release.at.milliseconds, waiting,
                release.replaces?.blob,
            ]
        )
        guard changed == 1, case .send(let devices) = release.decision.push else { return }
        try DecisionWriting.insertDeliveries(
            of: release.id,
            to: devices,
            app: release.app,
            priority: release.decision.priority,
            dueAt: release.at,
            db
        )
    }
}
