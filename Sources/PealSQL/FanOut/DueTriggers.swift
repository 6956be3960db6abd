import PealCore

/// The triggers that one round of fan-out takes up.
///
/// Critical ones first, at most three quarters while others wait; within both, apps take turns. An app's own come most
/// urgent first; of one urgency, those that nobody was decided about share its part with those that are under way.
struct DueTriggers {
    let now: Timestamp
    let limit: Int
    /// The app that a round served last.
    let last: AppID?

    func read(_ db: SQLConnection) throws -> [PendingTrigger] {
        let apps = Turns.rotate(try WaitingApps.triggers.read(db), after: last)
        let critical = try turns(apps, [.critical], db)
        let others = try turns(apps, [.high, .normal, .low], db)
        let first = critical.prefix(max(1, limit - min(others.count, limit / 4)))
        return Array(first) + others.prefix(limit - first.count)
    }

    private func turns(_ apps: [AppID], _ priorities: [Priority], _ db: SQLConnection) throws -> [PendingTrigger] {
        // Looked at first, so that an app with nothing due takes no part from the others.
        let due = try apps.filter { app in
            try priorities.contains { priority in
                try TriggerState.Phase.open.contains { try isDue(app, priority, $0, db) }
            }
        }
        let share = Turns.share(of: limit, among: due.count)
        return Turns.interleave(try due.map { try queue(of: $0, priorities, share, db) }, limit: limit)
    }

    private func queue(of app: AppID, _ priorities: [Priority], _ share: Int, _ db: SQLConnection) throws
        -> [PendingTrigger]
    {
        let queues = try TriggerState.Phase.open.map { phase in
            var found: [PendingTrigger] = []
            for priority in priorities where found.count < share {
                found += try next(app, priority, phase, share - found.count, db)
            }
            return found
        }
        return Turns.interleave(queues, limit: share)
    }

    private func next(
        _ app: AppID,
        _ priority: Priority,
        _ phase: TriggerState.Phase,
        _ count: Int,
        _ db: SQLConnection
    ) throws -> [PendingTrigger] {
        try db.all(
            """
            SELECT \(PendingTrigger.columns) FROM trigger t \(PendingTrigger.entityJoin)
            WHERE \(PartialIndex.open.of("t"))
                AND t.app = ? AND t.rank = ? AND t.fan_out = ? AND t.due_at <= ?
            ORDER BY t.due_at, t.id LIMIT ?
            """,
            [app.bound, priority.rank, phase.rawValue, now.milliseconds, count]
        ) { try PendingTrigger(row: $0) }
    }

    private func isDue(
        _ app: AppID,
        _ priority: Priority,
        _ phase: TriggerState.Phase,
        _ db: SQLConnection
    ) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM trigger WHERE \(PartialIndex.open.condition)
                AND app = ? AND rank = ? AND fan_out = ? AND due_at <= ? LIMIT 1
            """,
            [app.bound, priority.rank, phase.rawValue, now.milliseconds]
        )
    }

    /// How many triggers of each app are due, each counted up to `limit`.
    static func counts(now: Timestamp, limit: Int, _ db: SQLConnection) throws -> [AppID: Int] {
        var counts: [AppID: Int] = [:]
        for app in try WaitingApps.triggers.read(db) {
            for priority in Priority.allCases {
                for phase in TriggerState.Phase.open {
                    let left = limit - (counts[app] ?? 0)
                    guard left > 0 else { continue }
                    counts[app, default: 0] +=
                        try db.value(
                            Int.self,
                            count,
                            [app.bound, priority.rank, phase.rawValue, now.milliseconds, left]
                        ) ?? 0
                }
            }
        }
        return counts.filter { $0.value > 0 }
    }

    private static let count = """
        SELECT COUNT(*) FROM (
            SELECT 1 FROM trigger WHERE \(PartialIndex.open.condition)
                AND app = ? AND rank = ? AND fan_out = ? AND due_at <= ? LIMIT ?) found
        """
}
