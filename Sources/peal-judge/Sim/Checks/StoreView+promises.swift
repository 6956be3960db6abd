import PealCore

/// A promise that holds of the rows whenever nothing is being written: a statement that finds what breaks it.
struct RowPromise: Sendable {
    var name: String
    var sql: String

    /// Held at every step.
    static let always = [
        RowPromise(
            name: "one-decision",
            sql: """
                SELECT app, trigger_id, user_id, COUNT(*) AS times FROM notification
                GROUP BY app, trigger_id, user_id HAVING COUNT(*) > 1 LIMIT 1
                """
        ),
        RowPromise(
            name: "badge",
            sql: """
                SELECT n.app, n.user_id, n.unseen, n.unread, b.unseen AS badge_unseen, b.unread AS badge_unread FROM (
                    SELECT app, user_id, SUM(seen_at IS NULL) AS unseen, SUM(read_at IS NULL) AS unread
                    FROM notification WHERE in_app_reason IS NULL AND removed_at IS NULL GROUP BY app, user_id
                ) n LEFT JOIN badge b ON b.app = n.app AND b.user_id = n.user_id
                WHERE b.unseen IS NOT n.unseen OR b.unread IS NOT n.unread LIMIT 1
                """
        ),
        RowPromise(
            name: "badge",
            sql: """
                SELECT app, user_id, unseen, unread FROM badge b WHERE (unseen > 0 OR unread > 0) AND NOT EXISTS (
                    SELECT 1 FROM notification n WHERE n.app = b.app AND n.user_id = b.user_id
                        AND n.in_app_reason IS NULL AND n.removed_at IS NULL) LIMIT 1
                """
        ),
        RowPromise(
            name: "cancelled-stays-cancelled",
            sql: """
                SELECT d.app, d.notification_id, d.state FROM delivery d
                JOIN notification n ON n.app = d.app AND n.id = d.notification_id
                JOIN trigger t ON t.app = n.app AND t.id = n.trigger_id
                WHERE t.cancelled_at IS NOT NULL AND t.cancel_place IS NULL AND (d.state = 'pending' OR n.push IN ('hold', 'digest')) LIMIT 1
                """
        ),
    ]

    /// At most so many pushes a digest's window and person; takes the app and the beginning of the slot.
    static func digest(pushes: Int) -> RowPromise {
        RowPromise(
            name: "caps",
            sql: """
                SELECT user_id, slot, slot_until, COUNT(*) AS pushes FROM notification
                WHERE app = ?1 AND substr(slot, 1, length(?2)) = ?2 AND push = 'send'
                GROUP BY user_id, slot, slot_until HAVING COUNT(*) > \(pushes)
                """
        )
    }

    /// Held once everything has settled.
    static let settled = [
        RowPromise(
            name: "nothing-lost",
            sql: """
                SELECT app, id, type, fan_out, due_at FROM trigger
                WHERE fan_out <> 'finished' AND cancelled_at IS NULL LIMIT 1
                """
        ),
        RowPromise(
            name: "held-ends",
            sql: "SELECT app, id, user_id, push, held_until FROM notification WHERE push IN ('hold', 'digest') LIMIT 1"
        ),
        RowPromise(
            name: "outcome",
            sql: """
                SELECT app, notification_id, device_id, state, due_at FROM delivery
                WHERE state IN ('pending', 'sending') LIMIT 1
                """
        ),
        RowPromise(
            name: "outcome",
            sql: """
                SELECT n.app, n.id, n.user_id FROM notification n WHERE n.push = 'send' AND NOT EXISTS (
                    SELECT 1 FROM delivery d WHERE d.app = n.app AND d.notification_id = n.id)
                    AND n.trace <> '' LIMIT 1
                """
        ),
        RowPromise(name: "receipts", sql: "SELECT app, notification_id, due_at FROM receipt LIMIT 1"),
    ]

    /// Held months after everything has ended.
    static let outlived =
        [
            "notification", "delivery", "receipt", "trigger", "idempotency", "schedule", "limit_place", "local_wait",
            "turned_away",
        ].map {
            RowPromise(
                name: "retention",
                sql: "SELECT '\($0)' AS of, COUNT(*) AS rows_left FROM \($0) HAVING COUNT(*) > 0"
            )
        }
        + [
            RowPromise(name: "retention", sql: "SELECT app, key FROM claim WHERE expires_at IS NOT NULL LIMIT 1"),
            RowPromise(
                name: "badge",
                sql: "SELECT app, user_id, unseen FROM badge WHERE unseen <> 0 OR unread <> 0 LIMIT 1"
            ),
        ]

    /// Held when no device was seen for as long as any is kept.
    static let unreached = [
        RowPromise(
            name: "retention",
            sql:
                "SELECT app, id, state FROM device WHERE state IN ('active', 'stale') OR invalid_since IS NOT NULL LIMIT 1"
        )
    ]

    /// Held when the loops found nothing more to do at an instant, whose milliseconds it takes.
    static let idle = [
        RowPromise(
            name: "no-starvation",
            sql: "SELECT app, notification_id, due_at FROM receipt WHERE due_at <= ? LIMIT 1"
        ),
        RowPromise(
            name: "no-starvation",
            sql: "SELECT app, entity_id, type, due_at FROM schedule WHERE state = 'waiting' AND due_at <= ? LIMIT 1"
        ),
        RowPromise(
            name: "no-starvation",
            sql: """
                SELECT app, id, type, fan_out, due_at FROM trigger
                WHERE fan_out <> 'finished' AND cancelled_at IS NULL AND due_at <= ? LIMIT 1
                """
        ),
        RowPromise(
            name: "no-starvation",
            sql: """
                SELECT app, id, user_id, push, held_until FROM notification
                WHERE push IN ('hold', 'digest') AND held_until <= ? LIMIT 1
                """
        ),
    ]
}
