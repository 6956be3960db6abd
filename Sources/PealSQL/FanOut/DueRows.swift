import PealCore

/// When there is something to do, only from the partial indexes of due rows.
///
/// What waits in queues is looked for in some tables: that of channels is left out where there are none.
enum DueRows {
    static func next(
        after now: Timestamp,
        holds: [QueueKey: QueuePause],
        in queues: [PendingRows],
        _ db: SQLConnection
    ) throws -> Timestamp? {
        var earliest = [
            try db.value(
                Int64.self,
                "SELECT MIN(due_at) FROM trigger WHERE \(PartialIndex.open.condition) AND due_at > ?",
                [now.milliseconds]
            ),
            try WaitingApps.held.earliest("held_until", after: now, db),
            try WaitingApps.digested.earliest("held_until", after: now, db),
            try WaitingApps.planned.earliest("due_at", after: now, db),
            try WaitingApps.unconfirmed.earliest("expires_at", after: now, db),
            try ReceiptRows.next(after: now, db),
            try WaitingApps.redelivered.earliest("due_at", after: now, db),
        ]
        earliest.append(try nextSync(after: now, holds: holds, db))
        for rows in queues { earliest += try rows.next(after: now, holds: holds, db) }
        return earliest.compactMap(\.self).min().map { Timestamp(milliseconds: $0) }
    }

    static func exists(
        at now: Timestamp,
        holds: [QueueKey: QueuePause],
        in queues: [PendingRows],
        _ db: SQLConnection
    ) throws -> Bool {
        if try queues.contains(where: { try $0.areSending(db) }) { return true }
        if try db.exists(
            "SELECT 1 FROM trigger WHERE \(PartialIndex.open.condition) AND due_at <= ? LIMIT 1",
            [now.milliseconds]
        ) {
            return true
        }
        if try !WaitingApps.held.due("held_until", at: now, db).isEmpty { return true }
        if try !WaitingApps.digested.due("held_until", at: now, db).isEmpty { return true }
        if try !WaitingApps.planned.due("due_at", at: now, db).isEmpty { return true }
        if try !WaitingApps.unconfirmed.due("expires_at", at: now, db).isEmpty { return true }
        if try ReceiptRows.areDue(now: now, db) { return true }
        if try !WaitingApps.redelivered.due("due_at", at: now, db).isEmpty { return true }
        if try hasSyncs(at: now, holds: holds, db) { return true }
        if try EventLogRows.isUnread(by: .syncPushes, SyncPlan.kinds, db) { return true }
        if try OpenTriggerRows.exist(db), try EventLogRows.isUnread(by: .lateRecipients, LateRecipients.kinds, db) {
            return true
        }
        return try queues.contains { try $0.areDue(at: now, holds: holds, db) }
    }
}
