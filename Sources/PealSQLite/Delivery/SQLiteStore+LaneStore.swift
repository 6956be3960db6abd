public import PealCore
public import PealStore

extension SQLiteStore: LaneStore {
    /// Every queue that an operator or the token-invalidation breaker changed.
    public func lanes() async throws -> [LaneRecord] {
        try await read { db in
            let lanes = try db.all("SELECT app, provider, paused_at, doubted_since, redriven_at FROM lane") { row in
                LaneRecord(
                    lane: try LaneKey(row: row),
                    pausedAt: try row.optionalTime(2),
                    doubtedSince: try row.optionalTime(3),
                    redrivenAt: try row.optionalTime(4)
                )
            }
            return lanes.sorted { $0.lane < $1.lane }
        }
    }

    /// The next failed deliveries of a queue, by identifier.
    public func failedDeliveries(of lane: LaneKey, since: Timestamp, after last: DeliveryID?, limit: Int) async throws
        -> [FailedDelivery]
    {
        try await read { db in
            try db.all(
                """
                SELECT d.notification_id, d.device_id, v.state, v.user_id = n.user_id, n.created_at,
                    \(NotificationFacts.columns(of: "n"))
                FROM delivery d INDEXED BY delivery_failed
                CROSS JOIN notification n ON n.app = d.app AND n.id = d.notification_id
                CROSS JOIN device v ON v.app = d.app AND v.id = d.device_id
                WHERE \(PartialIndex.failed.of("d")) AND d.app = ?1 AND d.provider = ?2
                    AND (d.notification_id, d.device_id) > (?3, ?4)
                ORDER BY d.notification_id, d.device_id LIMIT ?5
                """,
                [
                    lane.app.bound, lane.provider.rawValue, last?.notification.blob ?? since.firstID,
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

    /// How many deliveries of each queue are pending or under way; kept by the schema, not counted.
    public func openCounts() async throws -> [LaneKey: Int] {
        try await read { db in try Self.openCounts(db) }
    }

    /// How many deliveries of each queue are pending or under way, and how many failed since an instant.
    public func laneCounts(since: Timestamp) async throws -> [LaneKey: LaneCounts] {
        try await read { db in
            let open = try Self.openCounts(db)
            var counts = open.mapValues { LaneCounts(pending: $0) }
            for lane in open.keys {
                counts[lane]?.failed =
                    try db.value(
                        Int.self,
                        """
                        SELECT COUNT(*) FROM delivery
                        WHERE \(PartialIndex.failed.condition) AND app = ? AND provider = ? AND notification_id >= ?
                        """,
                        [lane.app.bound, lane.provider.rawValue, since.firstID]
                    ) ?? 0
            }
            return counts.filter { $0.value != LaneCounts() }
        }
    }

    private static func openCounts(_ db: Connection) throws -> [LaneKey: Int] {
        let counts = try db.all("SELECT app, provider, open FROM queue_count") { row in
            (try LaneKey(row: row), try row.int(2))
        }
        return Dictionary(uniqueKeysWithValues: counts)
    }
}

extension LaneKey {
    /// Reads `app, provider`.
    fileprivate init(row: StoredRow) throws {
        self.init(app: try row.key(0), provider: ProviderID(rawValue: try row.text(1)))
    }
}
