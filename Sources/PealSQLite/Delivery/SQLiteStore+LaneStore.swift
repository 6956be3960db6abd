import Foundation
import GRDB
public import PealCore
public import PealStore

extension SQLiteStore: LaneStore {
    private static let redriveStep = 500

    /// Every lane that somebody said something about.
    public func lanes() async throws -> [LaneRecord] {
        try await read { db in
            try db.all(
                "SELECT app, provider, paused_at, doubted_since, redriven_at FROM lane ORDER BY app, provider"
            ) { row in
                LaneRecord(
                    lane: LaneKey(app: try row.key(0), provider: ProviderID(rawValue: try row.text(1))),
                    pausedAt: try row.optionalTime(2),
                    doubtedSince: try row.optionalTime(3),
                    redrivenAt: try row.optionalTime(4)
                )
            }
        }
    }

    /// Pauses lanes or lets them go on.
    public func setPaused(_ lanes: [LaneKey], _ isPaused: Bool, now: Timestamp) async throws {
        try await writer.perform(.intake) { db in
            for lane in lanes {
                try db.run(
                    """
                    INSERT INTO lane (app, provider, paused_at) VALUES (?1, ?2, ?3)
                    ON CONFLICT (app, provider) DO UPDATE
                        SET paused_at = CASE WHEN ?3 IS NULL THEN NULL ELSE COALESCE(paused_at, ?3) END
                    """,
                    [lane.app.rawValue, lane.provider.rawValue, isPaused ? now.milliseconds : nil]
                )
            }
        }
    }

    /// Raises or lifts the alarm, and restores what was declared dead.
    public func setDoubted(_ lane: LaneKey, since: Timestamp?, now: Timestamp) async throws -> Int {
        try await writer.perform(.intake) { db, events in
            try db.run(
                """
                INSERT INTO lane (app, provider, doubted_since) VALUES (?1, ?2, ?3)
                ON CONFLICT (app, provider) DO UPDATE SET doubted_since = ?3
                """,
                [lane.app.rawValue, lane.provider.rawValue, since == nil ? nil : now.milliseconds]
            )
            guard let since else { return 0 }
            let restored = try db.all(
                """
                UPDATE device SET state = CASE state WHEN 'quarantined' THEN 'active' ELSE state END, invalid_since = NULL
                WHERE app = ? AND provider = ? AND invalid_since >= ? RETURNING id, user_id
                """,
                [lane.app.rawValue, lane.provider.rawValue, since.milliseconds]
            ) { (id: try $0.id(0) as DeviceID, user: try $0.key(1) as UserID) }
            for device in restored { events.add(.deviceChanged, app: lane.app, user: device.user, .device(device.id)) }
            return restored.count
        }
    }

    /// Sends failed deliveries of a lane again, 500 a transaction.
    public func redrive(_ lane: LaneKey, since: Timestamp, now: Timestamp) async throws -> (again: Int, left: Int) {
        var total = (again: 0, left: 0)
        let redrive = Redrive(lane: lane, since: since, now: now)
        var after = redrive.start
        while true {
            let place = after
            let step = try await writer.perform(.progress, weight: Self.redriveStep) { db, events in
                try redrive.step(after: place, limit: Self.redriveStep, &events, db)
            }
            total.again += step.again
            total.left += step.left
            guard let last = step.last else { break }
            after = last
        }
        _ = try await writer.perform(.intake) { db in
            try db.run(
                """
                INSERT INTO lane (app, provider, redriven_at) VALUES (?1, ?2, ?3)
                ON CONFLICT (app, provider) DO UPDATE SET redriven_at = MAX(?3, COALESCE(redriven_at, 0) + 1)
                """,
                [lane.app.rawValue, lane.provider.rawValue, now.milliseconds]
            )
        }
        return total
    }

    /// How many deliveries of each lane are pending or under way; kept by the schema, not counted.
    public func openCounts() async throws -> [LaneKey: Int] {
        try await read { db in try Self.openCounts(db) }
    }

    /// How many deliveries of each lane are pending or under way, and how many failed since an instant.
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
                        WHERE state = 'failed' AND app = ? AND provider = ? AND notification_id >= ?
                        """,
                        [lane.app.rawValue, lane.provider.rawValue, since.firstID]
                    ) ?? 0
            }
            return counts.filter { $0.value != LaneCounts() }
        }
    }

    private static func openCounts(_ db: Database) throws -> [LaneKey: Int] {
        let counts = try db.all("SELECT app, provider, open FROM queue_count") { row in
            (try LaneKey(row: row), try row.int(2))
        }
        return Dictionary(uniqueKeysWithValues: counts)
    }
}

extension LaneKey {
    /// Reads `app, provider`.
    fileprivate init(row: Row) throws {
        self.init(app: try row.key(0), provider: ProviderID(rawValue: try row.text(1)))
    }
}
