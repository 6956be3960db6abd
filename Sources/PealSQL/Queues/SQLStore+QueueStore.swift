package import PealCore
package import PealStore

extension SQLStore {
    /// Every queue that an operator or the token-invalidation breaker changed.
    package func queues() async throws -> [QueueRecord] {
        try await read { db in try QueueRecord.all(db) }
    }

    /// The next failed deliveries of a queue, by identifier.
    package func failedDeliveries(of queue: QueueKey, since: Timestamp, after last: DeliveryID?, limit: Int)
        async throws
        -> [FailedDelivery]
    {
        try await read { db in
            try db.all(
                """
                SELECT d.notification_id, d.device_id, v.state, v.user_id = n.user_id, n.created_at,
                    \(NotificationFacts.columns(of: "n"))
                FROM delivery d {indexed delivery_failed}
                CROSS JOIN notification n ON n.app = d.app AND n.id = d.notification_id
                CROSS JOIN device v ON v.app = d.app AND v.id = d.device_id
                WHERE \(PartialIndex.failed.of("d")) AND d.app = ?1 AND d.provider = ?2
                    AND (d.notification_id, d.device_id) > (?3, ?4)
                ORDER BY d.notification_id, d.device_id LIMIT ?5
                """,
                [
                    queue.app.bound, queue.provider.rawValue, last?.notification.blob ?? since.firstID,
                    last?.device.blob ?? .lowest, limit,
                ]
            ) { row in
                let state: DeviceState = try row.word(2)
                return FailedDelivery(
                    id: DeliveryID(notification: try row.id(0), device: try row.id(1)),
                    createdAt: try row.time(4),
                    isReachable: try state == .active && row.flag(3),
                    relevance: try PushRelevance(row: row, at: 5)
                )
            }
        }
    }

    /// How many deliveries of each queue are pending or under way; kept, not counted.
    package func openCounts() async throws -> [QueueKey: Int] {
        try await read { db in try Self.openCounts(db) }
    }

    /// How many deliveries of each queue are pending or under way, and how many failed since an instant.
    package func queueCounts(since: Timestamp) async throws -> [QueueKey: QueueCounts] {
        try await read { db in
            let open = try Self.openCounts(db)
            var counts = open.mapValues { QueueCounts(pending: $0) }
            for queue in open.keys {
                let bindings: [SQLValue] = [queue.app.bound, queue.provider.rawValue, since.firstID]
                counts[queue]?.failed = try failedOfQueue.reduce(0) { try $0 + (db.value(Int.self, $1, bindings) ?? 0) }
            }
            return counts.filter { $0.value != QueueCounts() }
        }
    }

    private static func openCounts(_ db: SQLConnection) throws -> [QueueKey: Int] {
        let counts = try db.all("SELECT app, provider, open FROM queue_count") { row in
            (try QueueKey(row: row), try row.int(2))
        }
        return Dictionary(uniqueKeysWithValues: counts)
    }
}

/// A queue's name is that of a push service or of a channel, and never of both.
private let failedOfQueue = [("delivery", "provider"), ("channel_delivery", "channel")].map { table, column in
    """
    SELECT COUNT(*) FROM \(table)
    WHERE \(PartialIndex.failed.condition) AND app = ? AND \(column) = ? AND notification_id >= ?
    """
}

extension QueueRecord {
    /// Every queue that an operator or a breaker changed, in order.
    package static func all(_ db: SQLConnection) throws -> [QueueRecord] {
        let queues = try db.all(
            """
            SELECT app, provider, paused_at, paused_by, invalidation_broken_since, redriven_at, broken_since, broken_reason, probe_at,
                throttled_until
            FROM queue
            """
        ) { row in
            let breaker: OpenBreaker? =
                if let since = try row.optionalTime(6), let probeAt = try row.optionalTime(8) {
                    OpenBreaker(since: since, reason: try row.optionalText(7), probeAt: probeAt)
                } else { nil }
            return QueueRecord(
                queue: try QueueKey(row: row),
                pausedAt: try row.optionalTime(2),
                pausedBy: try row.optionalText(3),
                invalidationBreakerOpenSince: try row.optionalTime(4),
                redrivenAt: try row.optionalTime(5),
                trouble: QueueTrouble(breaker: breaker, throttledUntil: try row.optionalTime(9))
            )
        }
        return queues.sorted { $0.queue < $1.queue }
    }
}

extension QueueKey {
    /// Reads `app, provider`.
    fileprivate init(row: SQLRow) throws {
        self.init(app: try row.key(0), provider: ProviderID(rawValue: try row.text(1)))
    }
}
