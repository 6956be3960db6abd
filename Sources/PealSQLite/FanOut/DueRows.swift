import PealCore
import PealStore

/// When there is something to do, only from the partial indexes of due rows.
enum DueRows {
    static func next(after now: Timestamp, holds: [QueueKey: QueuePause], _ db: Connection) throws -> Timestamp? {
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
        for queue in try pendingQueues(db) {
            for priority in Priority.allCases {
                earliest.append(try next(of: queue, priority, after: now, hold: holds[queue], db))
            }
        }
        return earliest.compactMap(\.self).min().map { Timestamp(milliseconds: $0) }
    }

    static func exists(at now: Timestamp, holds: [QueueKey: QueuePause], _ db: Connection) throws -> Bool {
        if try db.exists("SELECT 1 FROM delivery WHERE \(PartialIndex.sending.condition) AND epoch > 0 LIMIT 1") {
            return true
        }
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
        return try pendingQueues(db).contains { queue in
            try Priority.allCases.contains { priority in
                if let hold = holds[queue], hold.holds(priority) { return false }
                return try db.exists(
                    """
                    SELECT 1 FROM delivery
                    WHERE \(PartialIndex.pending.condition) AND app = ? AND provider = ? AND rank = ? AND due_at <= ? LIMIT 1
                    """,
                    [queue.app.bound, queue.provider.rawValue, priority.rank, now.milliseconds]
                )
            }
        }
    }

    /// The queues that have deliveries pending, however many deliveries there are.
    static func pendingQueues(_ db: Connection) throws -> [QueueKey] { try pending.read(db) }

    private static let pending = WaitingQueues(in: "delivery", where: PartialIndex.pending.condition)

    /// When the next delivery of a queue falls due; with a hold, not before its end.
    private static func next(
        of queue: QueueKey,
        _ priority: Priority,
        after now: Timestamp,
        hold: QueuePause?,
        _ db: Connection
    ) throws -> Int64? {
        let bindings: [Binding] = [queue.app.bound, queue.provider.rawValue, priority.rank]
        guard let hold, hold.holds(priority) else {
            return try db.value(
                Int64.self,
                """
                SELECT MIN(due_at) FROM delivery
                WHERE \(PartialIndex.pending.condition) AND app = ? AND provider = ? AND rank = ? AND due_at > ?
                """,
                bindings + [now.milliseconds]
            )
        }
        guard let until = hold.until else { return nil }
        let earliest = try db.value(
            Int64.self,
            "SELECT MIN(due_at) FROM delivery WHERE \(PartialIndex.pending.condition) AND app = ? AND provider = ? AND rank = ?",
            bindings
        )
        return earliest.map { max($0, until.milliseconds) }
    }
}

extension QueuePause {
    fileprivate func holds(_ priority: Priority) -> Bool { pausesCritical || priority != .critical }
}
