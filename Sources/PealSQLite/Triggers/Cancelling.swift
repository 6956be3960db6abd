import GRDB
import PealCore
import PealStore

/// Cancels triggers: a tombstone that every later stage checks, and a definite answer counted in recipients.
struct Cancelling {
    var app: AppID
    var recall: Bool
    var now: Timestamp

    /// What a cancel did, and whether the trigger still waited for its fan-out.
    struct Result: Sendable {
        var report: CancelReport
        var wasWaiting: Bool
    }

    func cancel(_ id: TriggerID, _ db: Database) throws -> Result? {
        let found = try db.first(
            """
            SELECT \(PendingTrigger.columns), t.fan_out, t.cancelled_at IS NOT NULL
            FROM trigger t \(PendingTrigger.entityJoin) WHERE t.app = ? AND t.id = ?
            """,
            [app.rawValue, id.blob]
        ) { row in
            (
                pending: try PendingTrigger(row: row), fanOut: try row.text(PendingTrigger.columnCount),
                isCancelled: try row.flag(PendingTrigger.columnCount + 1)
            )
        }
        guard let found else { return nil }
        let phase: CancelReport.Phase =
            switch found.fanOut {
            case "waiting": .beforeFanOut
            case "running": .during
            default: .after
            }
        var report = CancelReport(cancelled: 0, tooLate: 0, phase: phase)
        if !found.isCancelled {
            try db.run(
                "UPDATE trigger SET cancelled_at = ? WHERE app = ? AND id = ?",
                [now.milliseconds, app.rawValue, id.blob]
            )
            if phase == .beforeFanOut { try Intake.freeClaim(of: id, app: app, db) }
            try countRecipients(of: id, in: &report, db)
            if phase != .after { report.cancelled += try RecipientQuery(of: found.pending).count(db) }
            try stopPushes(of: id, db)
        }
        if recall {
            try db.run(
                """
                UPDATE notification SET in_app_reason = 'cancelled', is_alert = 0
                WHERE app = ? AND trigger_id = ? AND in_app_reason IS NULL
                """,
                [app.rawValue, id.blob]
            )
        }
        return Result(report: report, wasWaiting: !found.isCancelled && found.fanOut != "finished")
    }

    /// Leased or sent to any device is too late for that recipient.
    private func countRecipients(of id: TriggerID, in report: inout CancelReport, _ db: Database) throws {
        try db.each(
            """
            SELECT n.push = 'hold',
                (SELECT MAX(CASE d.state WHEN 'pending' THEN 1 WHEN 'sending' THEN 2 WHEN 'accepted' THEN 2
                                         WHEN 'unknown' THEN 2 ELSE 0 END)
                 FROM delivery d WHERE d.app = n.app AND d.notification_id = n.id)
            FROM notification n WHERE n.app = ? AND n.trigger_id = ? AND n.push <> 'suppress'
            """,
            [app.rawValue, id.blob]
        ) { row in
            let furthest = row.hasNull(atIndex: 1) ? 0 : try row.int(1)
            if furthest == 2 {
                report.tooLate += 1
            } else if furthest == 1 {
                report.cancelled += 1
            } else if try row.flag(0) {
                report.cancelled += 1
            }
        }
    }

    private func stopPushes(of id: TriggerID, _ db: Database) throws {
        let bindings: [Binding] = [app.rawValue, id.blob]
        try db.run(
            """
            UPDATE delivery SET state = 'cancelled', reason = 'cancelled' WHERE app = ?1 AND state = 'pending'
                AND notification_id IN (SELECT id FROM notification WHERE app = ?1 AND trigger_id = ?2)
            """,
            bindings
        )
        // What never left is suppressed; a reason on what did leave stops its retries.
        try db.run(
            """
            UPDATE notification SET push_reason = 'cancelled', held_until = NULL,
                push = CASE WHEN push = 'hold' OR EXISTS (
                        SELECT 1 FROM delivery d WHERE d.app = notification.app AND d.notification_id = notification.id)
                    AND NOT EXISTS (
                        SELECT 1 FROM delivery d WHERE d.app = notification.app AND d.notification_id = notification.id
                            AND (d.state <> 'cancelled' OR d.attempts IS NOT NULL))
                    THEN 'suppress' ELSE push END
            WHERE app = ? AND trigger_id = ? AND push <> 'suppress'
            """,
            bindings
        )
    }
}
