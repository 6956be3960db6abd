import PealCore

/// Silent sync pushes, which go through the queues at the lowest priority.
extension DueRows {
    /// When the next one falls due; of a queue that is held, not before its end.
    static func nextSync(after now: Timestamp, holds: [QueueKey: QueuePause], _ db: SQLConnection) throws -> Int64? {
        var earliest: [Int64] = []
        for queue in try syncQueues(db) {
            let key: [SQLValue] = [queue.app.bound, queue.provider.rawValue]
            if let hold = holds[queue] {
                guard let until = hold.until else { continue }
                let first = try db.value(Int64.self, "SELECT MIN(due_at) FROM sync_push WHERE \(waiting)", key)
                if let first { earliest.append(max(first, until.milliseconds)) }
            } else {
                let next = try db.value(
                    Int64.self,
                    "SELECT MIN(due_at) FROM sync_push WHERE \(waiting) AND due_at > ?",
                    key + [now.milliseconds]
                )
                if let next { earliest.append(next) }
            }
        }
        return earliest.min()
    }

    /// Whether one is due or in flight.
    static func hasSyncs(at now: Timestamp, holds: [QueueKey: QueuePause], _ db: SQLConnection) throws -> Bool {
        if try db.exists("SELECT 1 FROM sync_push WHERE epoch IS NOT NULL LIMIT 1") { return true }
        return try isSyncDue(at: now, db) { holds[$0] == nil }
    }

    /// Whether one is due of a queue that is open.
    static func isSyncDue(at now: Timestamp, _ db: SQLConnection, of isOpen: (QueueKey) -> Bool) throws -> Bool {
        try syncQueues(db).contains { queue in
            guard isOpen(queue) else { return false }
            return try db.exists(
                "SELECT 1 FROM sync_push WHERE \(waiting) AND due_at <= ? LIMIT 1",
                [queue.app.bound, queue.provider.rawValue, now.milliseconds]
            )
        }
    }

    /// The queues in which any wait, however many there are.
    static func syncQueues(_ db: SQLConnection) throws -> [QueueKey] { try queues.read(db) }

    private static let queues = WaitingQueues(in: "sync_push", where: isWaiting)
    private static let isWaiting = "due_at IS NOT NULL AND epoch IS NULL"
    private static let waiting = "\(isWaiting) AND app = ? AND provider = ?"
}
