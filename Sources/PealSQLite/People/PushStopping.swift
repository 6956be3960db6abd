import GRDB
import PealCore

/// Stops a push because its user has dealt with the notification on another device (R165).
struct PushStopping {
    var app: AppID
    var user: UserID
    var now: Timestamp

    /// Stops what has not left yet; whether there was anything.
    func stop(_ id: NotificationID, _ db: Database) throws -> Bool {
        guard let recipient = try PushRecordRows(app: app).recipient(id, db) else { return false }
        let stage = recipient.own.state == .held ? try holdingStage(of: id, db) : nil
        return try stop(recipient, heldAt: stage, db)
    }

    /// Stops a push that waits only because the user was active, as they have seen the notification meanwhile.
    func stopWaitingForRest(_ id: NotificationID, _ db: Database) throws {
        guard try holdingStage(of: id, db) == .device,
            let recipient = try PushRecordRows(app: app).recipient(id, db)
        else { return }
        _ = try stop(recipient, heldAt: .device, db)
    }

    private func stop(_ recipient: RecipientPush, heldAt stage: Stage?, _ db: Database) throws -> Bool {
        let plan = ResolvedElsewhere(of: recipient, heldAt: stage, now: now)
        for change in plan.changes { try PushChanges(app: app).write(change, db) }
        return plan.isStopped
    }

    private func holdingStage(of id: NotificationID, _ db: Database) throws -> Stage? {
        try db.first(
            "SELECT trace FROM notification WHERE app = ? AND id = ? AND push = 'hold'",
            [app.rawValue, id.blob]
        ) { Trace(encoded: try $0.text(0)).holdingStage } ?? nil
    }
}
