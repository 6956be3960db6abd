import GRDB
import PealCore

extension SQLiteFacts {
    func notifications() throws -> [NotificationFact] {
        try read(
            """
            SELECT \(app(of: "n")), id, trigger_id, user_id, rank, created_at, expires_at, policy_version,
                push, push_reason,
                held_until, digest_window, digest_until, in_app_reason, thread, seen_at, read_at, removed_at, removal, trace <> '',
                link, digest_id, is_alert
            FROM notification n ORDER BY app, id
            """
        ) { row in
            NotificationFact(
                app: try row.app(0),
                id: try row.id(1),
                trigger: try row.id(2),
                user: UserID(row.text(3)),
                rank: row[4],
                createdAt: row.time(5),
                expiresAt: row.time(6),
                policyVersion: row[7],
                push: row.text(8),
                pushReason: row.textIfAny(9),
                heldUntil: row.timeIfAny(10),
                window: row.textIfAny(11),
                windowEnds: row.timeIfAny(12),
                representative: row.hasNull(atIndex: 21) ? nil : try row.id(21),
                inAppReason: row.textIfAny(13),
                thread: row.textIfAny(14),
                seenAt: row.timeIfAny(15),
                readAt: row.timeIfAny(16),
                removedAt: row.timeIfAny(17),
                removal: row.textIfAny(18),
                isAlert: row[22],
                link: row.text(20),
                hasTrace: row[19]
            )
        }
    }

    func deliveries() throws -> [DeliveryFact] {
        try read(
            """
            SELECT \(app(of: "delivery")), notification_id, device_id,
                CASE WHEN state = 'pending' AND epoch IS NOT NULL THEN 'sending' ELSE state END, due_at, epoch, retries, resends,
                reason, accepted_at, EXISTS (
                    SELECT 1 FROM json_each(COALESCE(attempts, '[]')) a WHERE json_extract(a.value, '$[1]') = 'unknown')
            FROM delivery
            ORDER BY app, notification_id, device_id
            """
        ) { row in
            DeliveryFact(
                app: try row.app(0),
                id: DeliveryID(notification: try row.id(1), device: try row.id(2)),
                state: row.text(3),
                dueAt: row.time(4),
                epoch: row[5],
                retries: row[6],
                resends: row[7],
                reason: row.textIfAny(8),
                acceptedAt: row.timeIfAny(9),
                isAnswerLost: row[10]
            )
        }
    }

    func receipts() throws -> [ReceiptFact] {
        try read(
            """
            SELECT \(app(of: "receipt")), notification_id, device_id, due_at FROM receipt
            ORDER BY app, notification_id, device_id
            """
        ) { row in
            ReceiptFact(
                app: try row.app(0),
                delivery: DeliveryID(notification: try row.id(1), device: try row.id(2)),
                dueAt: row.time(3)
            )
        }
    }

    func badges() throws -> [BadgeFact] {
        try read("SELECT \(app(of: "badge")), user_id, unseen, unread FROM badge ORDER BY app, user_id") { row in
            BadgeFact(
                userKey: UserKey(app: try row.app(0), user: UserID(row.text(1))),
                unseen: row[2],
                unread: row[3]
            )
        }
    }
}
