import PealCore
import PealStore

/// Receipts to be asked for.
struct ReceiptRows {
    var app: AppID

    func add(_ plan: ReceiptPlan, of id: DeliveryID, _ db: SQLConnection) throws {
        try db.run(
            """
            INSERT INTO receipt (app, notification_id, device_id, provider, receipt, due_at, forgotten_at)
            SELECT app, notification_id, device_id, provider, ?4, ?5, ?6 FROM delivery
            WHERE app = ?1 AND notification_id = ?2 AND device_id = ?3
            ON CONFLICT (app, notification_id, device_id) DO UPDATE SET provider = excluded.provider,
                receipt = excluded.receipt, due_at = excluded.due_at, forgotten_at = excluded.forgotten_at, asked = 0
            """,
            key(id) + [plan.receipt, plan.dueAt.milliseconds, plan.forgottenAt.milliseconds]
        )
    }

    func ask(again id: DeliveryID, at: Timestamp, _ db: SQLConnection) throws {
        try db.run(
            """
            UPDATE receipt SET due_at = ?4, asked = asked + 1
            WHERE app = ?1 AND notification_id = ?2 AND device_id = ?3
            """,
            key(id) + [at.milliseconds]
        )
    }

    func remove(_ id: DeliveryID, _ db: SQLConnection) throws {
        try db.run("DELETE FROM receipt WHERE app = ? AND notification_id = ? AND device_id = ?", key(id))
    }

    private func key(_ id: DeliveryID) -> [SQLValue] { [app.bound, id.notification.blob, id.device.blob] }
}

extension ReceiptRows {
    /// Those of the queue whose oldest waits longest.
    static func due(now: Timestamp, limit: Int, _ db: SQLConnection) throws -> [PendingReceipt] {
        let oldest = try waiting.read(db).compactMap { queue in
            try db.value(Int64.self, earliest, key(queue)).map { (queue: queue, dueAt: $0) }
        }.min { ($0.dueAt, $0.queue) < ($1.dueAt, $1.queue) }
        guard let oldest, oldest.dueAt <= now.milliseconds else { return [] }
        return try db.all(
            """
            SELECT r.app, r.notification_id, r.device_id, r.provider, r.receipt, t.type, r.asked, r.forgotten_at,
                d.retries, COALESCE(v.last_seen_at, 0), n.expires_at, \(StoredAttempts.isTooLarge(of: "d"))
            FROM receipt r {indexed receipt_due}
            CROSS JOIN delivery d ON d.app = r.app AND d.notification_id = r.notification_id AND d.device_id = r.device_id
            CROSS JOIN notification n ON n.app = r.app AND n.id = r.notification_id
            CROSS JOIN trigger t ON t.app = n.app AND t.id = n.trigger_id
            LEFT JOIN device v ON v.app = r.app AND v.id = r.device_id
            WHERE r.due_at <= ? AND r.app = ? AND r.provider = ? ORDER BY r.due_at LIMIT ?
            """,
            [now.milliseconds] + key(oldest.queue) + [limit],
            PendingReceipt.init(row:)
        )
    }

    /// When the next receipt can be asked for, later than an instant.
    static func next(after now: Timestamp, _ db: SQLConnection) throws -> Int64? {
        try waiting.read(db).compactMap { queue in
            try db.value(Int64.self, "\(earliest) AND due_at > ?", key(queue) + [now.milliseconds])
        }.min()
    }

    /// Whether any receipt can be asked for.
    static func areDue(now: Timestamp, _ db: SQLConnection) throws -> Bool {
        try waiting.read(db).contains { queue in
            try db.exists(
                "SELECT 1 FROM receipt WHERE app = ? AND provider = ? AND due_at <= ? LIMIT 1",
                key(queue) + [now.milliseconds]
            )
        }
    }

    private static let waiting = WaitingQueues(in: "receipt", where: "true")
    private static let earliest = "SELECT MIN(due_at) FROM receipt WHERE app = ? AND provider = ?"

    private static func key(_ queue: QueueKey) -> [SQLValue] { [queue.app.bound, queue.provider.rawValue] }
}

extension PendingReceipt {
    fileprivate init(row: SQLRow) throws {
        self.init(
            id: DeliveryID(notification: try row.id(1), device: try row.id(2)),
            queue: QueueKey(app: try row.key(0), provider: ProviderID(rawValue: try row.text(3))),
            receipt: try row.text(4),
            type: try row.key(5),
            asked: try row.int(6),
            forgottenAt: try row.time(7),
            retriesUsed: try row.int(8),
            deviceLastSeenAt: try row.time(9),
            expiresAt: try row.time(10)
        )
        isSmaller = try row.flag(11)
    }
}
