import GRDB
import PealCore
import PealStore

/// Ends due firings, each with the trigger it makes.
enum ScheduleFirings {
    static func due(now: Timestamp, limit: Int, _ db: Connection) throws -> [DueSchedule] {
        let apps = try WaitingApps.planned.due("due_at", at: now, db)
        let share = Turns.share(of: limit, among: apps.count)
        return Turns.interleave(try apps.map { try due(of: $0, now: now, limit: share, db) }, limit: limit)
    }

    private static func due(of app: AppID, now: Timestamp, limit: Int, _ db: Connection) throws -> [DueSchedule] {
        let found = try db.all(
            """
            SELECT app, type, entity_type, entity_id, time, due_at FROM schedule
            WHERE state = 'waiting' AND app = ? AND due_at <= ? ORDER BY due_at LIMIT ?
            """,
            [app.bound, now.milliseconds, limit]
        ) { row in
            DueSchedule(
                app: try row.key(0),
                type: try row.key(1),
                entity: EntityRef(type: try row.key(2), id: try row.text(3)),
                time: try row.time(4),
                dueAt: try row.time(5),
                state: nil
            )
        }
        let rows = ScheduleFactRows(app: app)
        let planned = found.isEmpty ? nil : try rows.planned(db)
        return try found.map { schedule in
            var schedule = schedule
            schedule.state = try rows.entity(schedule.entity, db)
            schedule.planned = planned
            return schedule
        }
    }

    /// Ends one firing unless it was moved, cancelled or fired meanwhile, or another catalog was published: what that says
    /// of it is seen in the next round.
    static func end(
        _ firing: ScheduleFiring,
        now: Timestamp,
        _ events: inout EventBatch,
        _ db: Connection
    ) throws -> TriggerAcceptance? {
        let schedule = firing.schedule
        guard try ScheduleFactRows(app: schedule.app).planned(db) == schedule.planned, try isWaiting(schedule, db)
        else { return nil }
        let acceptance = try Intake.accept(firing.submission, &events, db)
        switch acceptance {
        case .accepted(let id), .queued(let id, until: _):
            try retractEarlier(schedule, now: now, db)
            try mark(schedule, .fired(isDuplicate: false), trigger: id, now: now, db)
        // The backend sent that trigger: an entity's change does not withdraw it.
        case .duplicate(of: let id):
            try mark(schedule, .fired(isDuplicate: true), trigger: id, now: now, db)
        case .refused: try mark(schedule, .skipped(.limitReached), trigger: nil, now: now, db)
        }
        return acceptance
    }

    private static func isWaiting(_ schedule: DueSchedule, _ db: Connection) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM schedule WHERE app = ? AND entity_type = ? AND entity_id = ? AND type = ? AND time = ?
                AND due_at = ? AND state = 'waiting'
            """,
            key(schedule) + [schedule.dueAt.milliseconds]
        )
    }

    private static func mark(
        _ schedule: DueSchedule,
        _ event: FiringMachine.Event,
        trigger: TriggerID?,
        now: Timestamp,
        _ db: Connection
    ) throws {
        guard let state = FiringMachine.next(.waiting, on: event) else { return }
        try db.run(
            """
            UPDATE schedule SET state = ?6, reason = ?7, trigger_id = COALESCE(?8, trigger_id), ended_at = ?9
            WHERE app = ?1 AND entity_type = ?2 AND entity_id = ?3 AND type = ?4 AND time = ?5
            """,
            key(schedule) + [state.rawValue, event.reason?.rawValue, trigger?.blob, now.milliseconds]
        )
    }

    /// A time fires again: the inbox rows of its withdrawn trigger make room for those that come.
    private static func retractEarlier(_ schedule: DueSchedule, now: Timestamp, _ db: Connection) throws {
        try db.run(
            """
            UPDATE trigger SET recall_place = '', revoked_at = ?6, revoke_reason = COALESCE(revoke_reason, ?7)
            WHERE app = ?1 AND id = (
                SELECT s.trigger_id FROM schedule s
                WHERE s.app = ?1 AND s.entity_type = ?2 AND s.entity_id = ?3 AND s.type = ?4 AND s.time = ?5)
            """,
            key(schedule) + [now.milliseconds, FiringReason.moved.rawValue]
        )
    }

    private static func key(_ schedule: DueSchedule) -> [Binding] {
        [
            schedule.app.bound, schedule.entity.type.rawValue, schedule.entity.id, schedule.type.rawValue,
            schedule.time.milliseconds,
        ]
    }
}
