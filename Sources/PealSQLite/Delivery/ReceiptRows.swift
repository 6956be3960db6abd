import GRDB
import PealCore
import PealStore

/// Receipts to be asked for.
enum ReceiptRows {
    static func add(_ plan: ReceiptPlan, of result: DeliveryResult, _ db: Database) throws {
        try db.run(
            """
            INSERT OR REPLACE INTO receipt
                (app, notification_id, device_id, provider, receipt, due_at, forgotten_at)
            SELECT app, notification_id, device_id, provider, ?4, ?5, ?6 FROM delivery
            WHERE app = ?1 AND notification_id = ?2 AND device_id = ?3
            """,
            key(result.id, result.app) + [plan.receipt, plan.dueAt.milliseconds, plan.forgottenAt.milliseconds]
        )
    }

    /// Those of the lane whose oldest waits longest.
    static func due(now: Timestamp, limit: Int, _ db: Database) throws -> [PendingReceipt] {
        let oldest = try waiting.read(db).compactMap { queue in
            try db.value(Int64.self, earliest, key(queue)).map { (queue: queue, dueAt: $0) }
        }.min { $0.dueAt < $1.dueAt }
        guard let oldest, oldest.dueAt <= now.milliseconds else { return [] }
        return try db.all(
            """
            SELECT r.app, r.notification_id, r.device_id, r.provider, r.receipt, t.type, r.asked, r.forgotten_at,
                d.retries, COALESCE(v.last_seen_at, 0), n.expires_at
            FROM receipt r INDEXED BY receipt_due
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
    static func next(after now: Timestamp, _ db: Database) throws -> Int64? {
        try waiting.read(db).compactMap { queue in
            try db.value(Int64.self, "\(earliest) AND due_at > ?", key(queue) + [now.milliseconds])
        }.min()
    }

    /// Whether any receipt can be asked for.
    static func areDue(now: Timestamp, _ db: Database) throws -> Bool {
        try waiting.read(db).contains { queue in
            try db.exists(
                "SELECT 1 FROM receipt WHERE app = ? AND provider = ? AND due_at <= ? LIMIT 1",
                key(queue) + [now.milliseconds]
            )
        }
    }

    private static let waiting = WaitingQueues(in: "receipt", where: "true")
    private static let earliest = "SELECT MIN(due_at) FROM receipt WHERE app = ? AND provider = ?"

    private static func key(_ queue: LaneKey) -> [Binding] { [queue.app.rawValue, queue.provider.rawValue] }

    static func settle(_ result: ReceiptResult, _ events: inout EventBatch, _ db: Database) throws {
        switch result.step {
        case .done:
            try remove(result, db)
        case .askAgain(let at):
            try db.run(
                """
                UPDATE receipt SET due_at = ?4, asked = asked + 1
                WHERE app = ?1 AND notification_id = ?2 AND device_id = ?3
                """,
                key(result.id, result.app) + [at.milliseconds]
            )
        case .contradicted(let attempt, let next, let device):
            try remove(result, db)
            try contradict(result, attempt, next, device, &events, db)
        }
    }

    /// An accepted delivery goes on as if the answer had been the receipt's; it is not tried again when its trigger was
    /// cancelled or the person has seen to it meanwhile (R165).
    private static func contradict(
        _ result: ReceiptResult,
        _ attempt: AttemptRecord,
        _ next: DeliveryMachine.Next,
        _ device: DeliveryMachine.DeviceChange,
        _ events: inout EventBatch,
        _ db: Database
    ) throws {
        var next = next
        if case .retry = next { next = next.unless(try relevance(of: result, db)?.obstacle(at: attempt.at)) }
        let event = DeliveryMachine.Event.contradicted(next)
        guard let state = DeliveryMachine.next(.accepted, on: event) else { return }
        let dueAt = if case .retry(let at, _) = next { at } else { attempt.at }
        let written = try db.run(
            """
            UPDATE delivery SET state = ?8, reason = ?9, accepted_at = NULL, due_at = ?10,
                retries = retries + ?11, attempts = \(StoredAttempts.append)
            WHERE app = ?5 AND notification_id = ?6 AND device_id = ?7 AND state = ?12
            """,
            StoredAttempts.bindings(attempt) + key(result.id, result.app)
                + [
                    state.rawValue, event.reason?.rawValue, dueAt.milliseconds, state == .pending ? 1 : 0,
                    DeliveryState.accepted.rawValue,
                ]
        )
        guard written == 1 else { return }
        events.add(state == .pending ? .deliveryDue : .deliveryEnded, app: result.app, .delivery(result.id))
        if case .quarantine(let cause) = device {
            try DeliveryOutcomes.quarantine(result.id.device, result.app, cause, attempt.at, &events, db)
        }
        if state != .pending, state != .cancelled {
            try DeliveryOutcomes.raiseAlert(of: result.id.notification, app: result.app, &events, db)
        }
    }

    /// What was accepted is not marked when the user reads it, because there was nothing to stop: so all facts are read.
    private static func relevance(of result: ReceiptResult, _ db: Database) throws -> PushRelevance? {
        try db.first(
            "SELECT \(NotificationFacts.columns(of: "n")) FROM notification n WHERE n.app = ? AND n.id = ?",
            [result.app.rawValue, result.id.notification.blob]
        ) { try PushRelevance(row: $0, at: 0) }
    }

    private static func remove(_ result: ReceiptResult, _ db: Database) throws {
        try db.run(
            "DELETE FROM receipt WHERE app = ? AND notification_id = ? AND device_id = ?",
            key(result.id, result.app)
        )
    }

    private static func key(_ id: DeliveryID, _ app: AppID) -> [Binding] {
        [app.rawValue, id.notification.blob, id.device.blob]
    }
}

extension PendingReceipt {
    fileprivate init(row: Row) throws {
        self.init(
            id: DeliveryID(notification: try row.id(1), device: try row.id(2)),
            lane: LaneKey(app: try row.key(0), provider: ProviderID(rawValue: try row.text(3))),
            receipt: try row.text(4),
            type: try row.key(5),
            asked: try row.int(6),
            forgottenAt: try row.time(7),
            retriesUsed: try row.int(8),
            deviceLastSeenAt: try row.time(9),
            expiresAt: try row.time(10)
        )
    }
}
