import PealCore

/// Reads firings that are due.
enum DueScheduleRows {
    static func due(now: Timestamp, limit: Int, _ db: SQLConnection) throws -> [DueSchedule] {
        let apps = try WaitingApps.planned.due("due_at", at: now, db)
        let share = Turns.share(of: limit, among: apps.count)
        return Turns.interleave(try apps.map { try due(of: $0, now: now, limit: share, db) }, limit: limit)
    }

    private static func due(of app: AppID, now: Timestamp, limit: Int, _ db: SQLConnection) throws -> [DueSchedule] {
        let entities = ScheduleFactRows(app: app)
        return try db.all(
            """
            SELECT s.type, s.entity_type, s.entity_id, s.time, s.due_at, t.id, t.withdraw_reason
            FROM schedule s LEFT JOIN trigger t ON t.app = s.app AND t.id = s.trigger_id
            WHERE \(PartialIndex.planned.of("s")) AND s.app = ? AND s.due_at <= ? ORDER BY s.due_at LIMIT ?
            """,
            [app.bound, now.milliseconds, limit]
        ) { row in
            DueSchedule(
                app: app,
                type: try row.key(0),
                entity: EntityRef(type: try row.key(1), id: try row.text(2)),
                time: try row.time(3),
                dueAt: try row.time(4),
                state: nil,
                earlier: try row.optionalID(5).map {
                    DueSchedule.Earlier(trigger: $0, reason: try row.optionalWord(6))
                }
            )
        }.map { schedule in
            var schedule = schedule
            schedule.state = try entities.entity(schedule.entity, db)
            return schedule
        }
    }
}
