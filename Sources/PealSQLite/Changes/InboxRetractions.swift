import GRDB
import PealCore
import PealStore

/// Retracts inbox rows, and pushes that screens show (R165).
struct InboxRetractions {
    var app: AppID

    func retract(_ retraction: InboxRetraction, _ events: inout EventBatch, _ db: Connection) throws {
        let hidden = try db.run(
            """
            UPDATE notification SET in_app_reason = 'cancelled', is_alert = 0
            WHERE app = ? AND id = ? AND in_app_reason IS NULL
            """,
            [app.bound, retraction.notification.blob]
        )
        guard hidden > 0 || retraction.clearsScreens else { return }
        let notification = Event.Subject.notification(retraction.notification)
        events.add(.notificationRetracted, app: app, user: retraction.user, notification)
        try events.addInbox(of: retraction.user, app: app, db)
    }

    /// The next recipients' rows, by user.
    func page(of id: TriggerID, after user: UserID, at now: Timestamp, limit: Int, _ db: Connection) throws
        -> [InboxRetraction]
    {
        try db.all(
            """
            SELECT n.id, n.user_id, n.push = 'send'
            FROM notification n WHERE n.app = ? AND n.trigger_id = ? AND n.user_id > ? ORDER BY n.user_id LIMIT ?
            """,
            [app.bound, id.blob, user.rawValue, limit]
        ) { row in
            InboxRetraction(
                notification: try row.id(0),
                user: try row.key(1),
                clearsScreens: try row.flag(2),
                at: now
            )
        }
    }
}
