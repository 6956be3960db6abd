import GRDB
import PealCore

/// Stops a push because its user has dealt with the notification on another device (R165).
struct PushStopping {
    var app: AppID
    var user: UserID
    var now: Timestamp

    /// Stops what has not left yet; whether there was anything.
    func stop(_ id: NotificationID, _ events: inout EventBatch, _ db: Database) throws -> Bool {
        guard let recipient = try PushRecordRows(app: app).recipient(id, db) else { return false }
        return try stop(recipient, &events, db)
    }

    /// Stops a push that waits only because the user was active, as they have seen the notification meanwhile.
    func stopWaitingForRest(_ id: NotificationID, _ events: inout EventBatch, _ db: Database) throws {
        guard let recipient = try PushRecordRows(app: app).recipient(id, db), recipient.own.state == .held,
            recipient.own.holdStage == .device
        else { return }
        _ = try stop(recipient, &events, db)
    }

    private func stop(_ recipient: RecipientPush, _ events: inout EventBatch, _ db: Database) throws -> Bool {
        let plan = ResolvedElsewhere(of: recipient, now: now)
        for change in plan.changes { try PushChanges(app: app, user: user).write(change, &events, db) }
        return plan.isStopped
    }
}
