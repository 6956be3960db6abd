import PealCore

/// Retracts inbox rows, and pushes that screens show (R165).
struct InboxRetractions {
    var app: AppID

    func retract(_ retraction: InboxRetraction, _ events: inout EventBatch, _ db: SQLConnection) throws {
        if let reason = retraction.hides {
            try db.run(
                """
                UPDATE notification SET in_app_reason = ?, is_alert = 0
                WHERE app = ? AND id = ? AND in_app_reason IS NULL
                """,
                [reason.rawValue, app.bound, retraction.notification.blob]
            ).orFail()
        }
        let notification = Event.Subject.notification(retraction.notification)
        events.add(.notificationRetracted, app: app, user: retraction.user, notification)
        try events.addInbox(of: retraction.user, app: app, db)
    }

    /// The next recipients' rows, by user.
    func page(of id: TriggerID, after user: UserID, limit: Int, _ db: SQLConnection) throws -> [RetractionFacts] {
        try db.all(
            """
            SELECT n.id, n.user_id, n.in_app_reason, n.push, n.push_reason
            FROM notification n WHERE n.app = ? AND n.trigger_id = ? AND n.user_id > ? ORDER BY n.user_id LIMIT ?
            """,
            [app.bound, id.blob, user.rawValue, limit]
        ) { row in
            let reason: Reason? = try row.optionalWord(4)
            return RetractionFacts(
                notification: try row.id(0),
                user: try row.key(1),
                inApp: try InAppResult(row: row, at: 2),
                push: try PushState(stored: try row.text(3), reason: reason),
                reason: reason
            )
        }
    }
}
