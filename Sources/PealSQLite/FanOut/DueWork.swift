import GRDB
import PealCore

/// When there is something to do, from the partial indexes of due work alone.
enum DueWork {
    static func next(after now: Timestamp, holds: [LaneKey: LaneHold], _ db: Database) throws -> Timestamp? {
        var earliest = [
            try db.value(
                Int64.self,
                "SELECT MIN(due_at) FROM trigger WHERE fan_out <> 'finished' AND cancelled_at IS NULL AND due_at > ?",
                [now.milliseconds]
            ),
            try db.value(
                Int64.self,
                "SELECT MIN(held_until) FROM notification WHERE push = 'hold' AND held_until > ?",
                [now.milliseconds]
            ),
            try db.value(
                Int64.self,
                "SELECT MIN(held_until) FROM notification WHERE push = 'digest' AND held_until > ?",
                [now.milliseconds]
            ),
        ]
        earliest.append(
            try db.value(Int64.self, "SELECT MIN(due_at) FROM receipt WHERE due_at > ?", [now.milliseconds])
        )
        earliest.append(
            try db.value(
                Int64.self,
                "SELECT MIN(due_at) FROM schedule WHERE state = 'waiting' AND due_at > ?",
                [now.milliseconds]
            )
        )
        earliest.append(try nextSignal(after: now, holds: holds, db))
        for lane in try pendingLanes(db) {
            for priority in Priority.allCases {
                earliest.append(try next(of: lane, priority, after: now, hold: holds[lane], db))
            }
        }
        return earliest.compactMap(\.self).min().map { Timestamp(milliseconds: $0) }
    }

    static func exists(at now: Timestamp, holds: [LaneKey: LaneHold], _ db: Database) throws -> Bool {
        if try db.exists("SELECT 1 FROM delivery WHERE state = 'sending' AND epoch > 0 LIMIT 1") { return true }
        if try db.exists(
            "SELECT 1 FROM trigger WHERE fan_out <> 'finished' AND cancelled_at IS NULL AND due_at <= ? LIMIT 1",
            [now.milliseconds]
        ) {
            return true
        }
        if try db.exists(
            "SELECT 1 FROM notification WHERE push = 'hold' AND held_until <= ? LIMIT 1",
            [now.milliseconds]
        ) {
            return true
        }
        if try db.exists(
            "SELECT 1 FROM notification WHERE push = 'digest' AND held_until <= ? LIMIT 1",
            [now.milliseconds]
        ) {
            return true
        }
        if try db.exists("SELECT 1 FROM receipt WHERE due_at <= ? LIMIT 1", [now.milliseconds]) { return true }
        if try db.exists(
            "SELECT 1 FROM schedule WHERE state = 'waiting' AND due_at <= ? LIMIT 1",
            [now.milliseconds]
        ) {
            return true
        }
        if try hasSignals(at: now, holds: holds, db) { return true }
        return try pendingLanes(db).contains { lane in
            try Priority.allCases.contains { priority in
                if let hold = holds[lane], hold.holds(priority) { return false }
                return try db.exists(
                    """
                    SELECT 1 FROM delivery
                    WHERE state = 'pending' AND app = ? AND provider = ? AND rank = ? AND due_at <= ? LIMIT 1
                    """,
                    [lane.app.rawValue, lane.provider.rawValue, priority.rank, now.milliseconds]
                )
            }
        }
    }

    /// The lanes that have deliveries pending: one look into the index for each, however many deliveries there are.
    static func pendingLanes(_ db: Database) throws -> [LaneKey] {
        var lanes: [LaneKey] = []
        while let next = try db.first(
            """
            SELECT app, provider FROM delivery WHERE state = 'pending' AND (app, provider) > (?, ?)
            ORDER BY app, provider LIMIT 1
            """,
            [lanes.last?.app.rawValue ?? "", lanes.last?.provider.rawValue ?? ""],
            { LaneKey(app: try $0.key(0), provider: ProviderID(rawValue: try $0.text(1))) }
        ) {
            lanes.append(next)
        }
        return lanes
    }

    /// When the next delivery of a lane falls due; with a hold, not before its end.
    private static func next(
        of lane: LaneKey,
        _ priority: Priority,
        after now: Timestamp,
        hold: LaneHold?,
        _ db: Database
    ) throws -> Int64? {
        let bindings: [Binding] = [lane.app.rawValue, lane.provider.rawValue, priority.rank]
        guard let hold, hold.holds(priority) else {
            return try db.value(
                Int64.self,
                """
                SELECT MIN(due_at) FROM delivery
                WHERE state = 'pending' AND app = ? AND provider = ? AND rank = ? AND due_at > ?
                """,
                bindings + [now.milliseconds]
            )
        }
        guard let until = hold.until else { return nil }
        let earliest = try db.value(
            Int64.self,
            "SELECT MIN(due_at) FROM delivery WHERE state = 'pending' AND app = ? AND provider = ? AND rank = ?",
            bindings
        )
        return earliest.map { max($0, until.milliseconds) }
    }
}

extension LaneHold {
    fileprivate func holds(_ priority: Priority) -> Bool { holdsCritical || priority != .critical }
}
