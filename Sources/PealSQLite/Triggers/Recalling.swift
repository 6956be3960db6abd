import GRDB
import PealCore
import PealStore

/// Takes back what a cancelled trigger brought: inbox rows, and pushes that phones show (R165).
struct Recalling {
    var app: AppID
    var id: TriggerID
    var now: Timestamp

    private struct Recipient {
        var notification: NotificationID
        var user: UserID
        var wasPushed: Bool
    }

    /// Takes back the next users' part; the user to go on after, `nil` at the end.
    func step(after place: String, limit: Int, _ events: inout EventBatch, _ db: Database) throws -> String? {
        let recipients = try db.all(
            """
            SELECT n.id, n.user_id, n.push = 'send'
            FROM notification n WHERE n.app = ? AND n.trigger_id = ? AND n.user_id > ? ORDER BY n.user_id LIMIT ?
            """,
            [app.rawValue, id.blob, place, limit]
        ) { Recipient(notification: try $0.id(0), user: try $0.key(1), wasPushed: try $0.flag(2)) }
        for recipient in recipients { try takeBack(recipient, &events, db) }
        return recipients.count == limit ? recipients.last?.user.rawValue : nil
    }

    private func takeBack(_ recipient: Recipient, _ events: inout EventBatch, _ db: Database) throws {
        var devices = OtherDevices(app: app, user: recipient.user, act: InboxAct(now: now))
        let before = try devices.numbers(db)
        let hidden = try db.run(
            """
            UPDATE notification SET in_app_reason = 'cancelled', is_alert = 0
            WHERE app = ? AND id = ? AND in_app_reason IS NULL
            """,
            [app.rawValue, recipient.notification.blob]
        )
        guard hidden > 0 || recipient.wasPushed else { return }
        // Whichever number the app shows: devices are told when it has changed.
        if try devices.numbers(db).unseen == before.unseen { devices.act.badge = .unread }
        try devices.tell(clearing: recipient.wasPushed ? [recipient.notification] : [], before: before, &events, db)
    }
}
