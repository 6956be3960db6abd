import PealCore

/// What waits in queues, of a table of deliveries: read from its partial indexes only.
package struct PendingRows {
    private let table: String
    private let column: String
    private let waiting: WaitingQueues

    /// Deliveries to devices.
    static let deliveries = PendingRows(in: "delivery", by: "provider")
    /// Deliveries of channels.
    package static let channels = PendingRows(in: "channel_delivery", by: "channel")

    /// Every table.
    static let all = [deliveries, channels]
    /// The table of pushes, where there are no channels.
    static let pushes = [deliveries]

    private init(in table: String, by column: String) {
        self.table = table
        self.column = column
        waiting = WaitingQueues(in: table, by: column, where: PartialIndex.pending.condition)
    }

    private var ofQueue: String {
        "FROM \(table) WHERE \(PartialIndex.pending.condition) AND app = ? AND \(column) = ? AND rank = ?"
    }

    /// The queues that have deliveries pending, however many deliveries there are.
    func queues(_ db: SQLConnection) throws -> [QueueKey] { try waiting.read(db) }

    /// Whether any are under way.
    func areSending(_ db: SQLConnection) throws -> Bool {
        try db.exists("SELECT 1 FROM \(table) WHERE \(PartialIndex.sending.condition) AND epoch > 0 LIMIT 1")
    }

    /// Whether any wait or are under way.
    package func isOpen(_ db: SQLConnection) throws -> Bool { try !queues(db).isEmpty || areSending(db) }

    /// Whether any are due that are not held.
    func areDue(at now: Timestamp, holds: [QueueKey: QueuePause], _ db: SQLConnection) throws -> Bool {
        try areDue(at: now, db) { queue, priority in !(holds[queue]?.holds(priority) ?? false) }
    }

    /// Whether any are due of the queues and priorities that may be claimed.
    func areDue(at now: Timestamp, _ db: SQLConnection, where mayBeClaimed: (QueueKey, Priority) -> Bool) throws -> Bool
    {
        try queues(db).contains { queue in
            try Priority.allCases.contains { priority in
                guard mayBeClaimed(queue, priority) else { return false }
                return try db.exists(
                    "SELECT 1 \(ofQueue) AND due_at <= ? LIMIT 1",
                    [queue.app.bound, queue.provider.rawValue, priority.rank, now.milliseconds]
                )
            }
        }
    }

    /// When the next of each queue and priority falls due.
    func next(after now: Timestamp, holds: [QueueKey: QueuePause], _ db: SQLConnection) throws -> [Int64?] {
        try queues(db).flatMap { queue in
            try Priority.allCases.map { try next(of: queue, $0, after: now, hold: holds[queue], db) }
        }
    }

    /// When the next of a queue falls due; with a hold, not before its end.
    private func next(
        of queue: QueueKey,
        _ priority: Priority,
        after now: Timestamp,
        hold: QueuePause?,
        _ db: SQLConnection
    ) throws -> Int64? {
        let bindings: [SQLValue] = [queue.app.bound, queue.provider.rawValue, priority.rank]
        guard let hold, hold.holds(priority) else {
            return try db.value(
                Int64.self,
                "SELECT MIN(due_at) \(ofQueue) AND due_at > ?",
                bindings + [now.milliseconds]
            )
        }
        guard let until = hold.until else { return nil }
        let earliest = try db.value(Int64.self, "SELECT MIN(due_at) \(ofQueue)", bindings)
        return earliest.map { max($0, until.milliseconds) }
    }
}

extension SQLStore {
    /// The tables of what waits in queues.
    var pendingRows: [PendingRows] { usesChannels ? PendingRows.all : PendingRows.pushes }
}

extension QueuePause {
    fileprivate func holds(_ priority: Priority) -> Bool { pausesCritical || priority != .critical }
}
