import PealCore

/// Reads and writes the actions that users took.
struct ActionRows {
    var app: AppID

    /// What is known of a notification; `nil` when there is none.
    func facts(of id: NotificationID, _ db: SQLConnection) throws -> ActionFacts? {
        try db.first(
            """
            SELECT n.user_id, n.created_at, n.in_app_reason, n.removal, \(Self.columns)
            FROM notification n LEFT JOIN action_reply r ON r.app = n.app AND r.notification_id = n.id
            WHERE n.app = ? AND n.id = ?
            """,
            [app.bound, id.blob]
        ) { row in
            ActionFacts(
                user: try row.key(0),
                createdAt: try row.time(1),
                hiddenBy: row.hasNull(atIndex: 2) ? nil : try row.word(2),
                removal: row.hasNull(atIndex: 3) ? nil : try row.word(3),
                record: row.hasNull(atIndex: 4) ? nil : try record(row, at: 4)
            )
        }
    }

    /// Stores an action; expects the notification to be the user's, and what was stored of it before.
    func write(_ change: ActionChange, _ events: inout EventBatch, _ db: SQLConnection) throws {
        guard let facts = try facts(of: change.notification, db), facts.user == change.user, facts.acceptsActions,
            facts.record == change.before
        else { throw GuardFailed() }
        let latest = change.after.latest
        try db.run(
            """
            INSERT INTO action_reply (app, notification_id, action, sent_at, taken_at, taken) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (app, notification_id) DO UPDATE SET action = excluded.action, sent_at = excluded.sent_at,
                taken_at = excluded.taken_at, taken = excluded.taken
            """,
            [
                app.bound, change.notification.blob, latest.action, latest.sent?.milliseconds, latest.at.milliseconds,
                try JSONText.encode(change.after.taken),
            ]
        )
        events.add(.replyReceived, app: app, user: change.user, .notification(change.notification), change.detail)
    }

    /// The latest action of each of a user's notifications, the newest notification first.
    func held(of user: UserID, limit: Int, _ db: SQLConnection) throws -> [HeldAction] {
        try db.all(
            """
            SELECT n.id, \(Self.columns) FROM notification n
            JOIN action_reply r ON r.app = n.app AND r.notification_id = n.id
            WHERE n.app = ? AND n.user_id = ? ORDER BY n.id DESC LIMIT ?
            """,
            [app.bound, user.rawValue, limit]
        ) { row in HeldAction(notification: try row.id(0), taken: try record(row, at: 1).latest) }
    }

    private static let columns = "r.action, r.sent_at, r.taken_at, r.taken"

    private func record(_ row: SQLRow, at base: Int) throws -> ActionRecord {
        ActionRecord(
            latest: TakenAction(
                try row.text(base),
                sent: row.hasNull(atIndex: base + 1) ? nil : try row.time(base + 1),
                at: try row.time(base + 2)
            ),
            taken: try JSONText.list(try row.text(base + 3))
        )
    }
}
