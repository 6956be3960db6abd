import GRDB
import PealCore
import PealStore

/// Pushes that were put off, until they are decided again.
enum HeldPushes {
    static func due(now: Timestamp, limit: Int, _ db: Database) throws -> [HeldNotification] {
        let base = PendingTrigger.columnCount
        return try db.all(
            """
            SELECT \(PendingTrigger.columns), n.id, n.user_id, n.in_app_reason, n.trace, n.thread, n.expires_at,
                n.read_at IS NOT NULL OR n.dismissed_at IS NOT NULL OR n.removed_at IS NOT NULL
            FROM notification n CROSS JOIN trigger t ON t.app = n.app AND t.id = n.trigger_id
            \(PendingTrigger.entityJoin)
            WHERE n.held_until IS NOT NULL AND n.held_until <= ? ORDER BY n.held_until LIMIT ?
            """,
            [now.milliseconds, limit]
        ) { row in
            HeldNotification(
                id: try row.id(base),
                userID: try row.key(base + 1),
                trigger: try PendingTrigger(row: row),
                inApp: try InAppResult(row: row, at: base + 2),
                trace: Trace(encoded: try row.text(base + 3)),
                thread: try row.optionalText(base + 4),
                expiresAt: try row.time(base + 5),
                isResolved: try row.flag(base + 6)
            )
        }
    }

    /// The inbox row stays as the first decision made it; it may become an alert.
    static func write(_ release: ReleasedNotification, _ db: Database) throws {
        let push = release.decision.push.stored
        let changed = try db.run(
            """
            UPDATE notification SET push = ?3, push_reason = ?4, held_until = ?5, trace = ?6, rank = ?7,
                is_alert = MAX(is_alert, ?8)
            WHERE app = ?1 AND id = ?2 AND push = 'hold'
            """,
            [
                release.app.rawValue, release.id.blob, push.push, push.reason, push.heldUntil,
                release.decision.trace.encoded, release.decision.priority.rank, release.decision.isAlert ? 1 : 0,
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
