import PealCore
import PealStore

/// Deletes analytics that are past their time (``AnalyticsRetention``).
struct AnalyticsSweep {
    let now: Timestamp

    private var oldestEvent: Int64 { (now - AnalyticsRetention.events).milliseconds }
    private var oldestHour: Int64 { AnalyticsHour(of: now - AnalyticsRetention.counts).number }

    /// The oldest row.
    private static let first = "(SELECT MIN(seq) FROM analytics_event)"

    /// Whether there is anything to delete; the events are kept in the order of their times.
    func isDue(_ db: SQLConnection) throws -> Bool {
        let first = try db.value(Int64.self, "SELECT at FROM analytics_event WHERE seq = \(Self.first)")
        if let first, first < oldestEvent { return true }
        return try apps(db).contains { try hasOldHour(of: $0, db) }
    }

    func run(limit: Int, _ db: SQLConnection) throws -> Int {
        var deleted = try db.run(
            "DELETE FROM analytics_event WHERE seq < \(Self.first) + ?2 AND at < ?1",
            [oldestEvent, limit]
        )
        for app in try apps(db) where deleted < limit {
            // The counts of an hour go together: they are a few hundred at most.
            while deleted < limit, let hour = try oldHour(of: app, db) {
                deleted += try db.run("DELETE FROM analytics_count WHERE app = ? AND hour = ?", [app, hour])
            }
            deleted += try ArrivalRows.sweep(before: oldestHour, app: app, limit: limit - deleted, db)
        }
        return deleted
    }

    private func apps(_ db: SQLConnection) throws -> [Int64] {
        try db.all("SELECT key FROM app") { try $0.decode(Int64.self, atIndex: 0) }
    }

    private func oldHour(of app: Int64, _ db: SQLConnection) throws -> Int64? {
        try db.value(
            Int64.self,
            "SELECT MIN(hour) FROM analytics_count WHERE app = ? AND hour < ?",
            [app, oldestHour]
        )
    }

    private func hasOldHour(of app: Int64, _ db: SQLConnection) throws -> Bool {
        try oldHour(of: app, db) != nil || ArrivalRows.hasOld(before: oldestHour, app: app, db)
    }
}
