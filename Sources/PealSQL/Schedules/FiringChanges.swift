import PealCore

/// Writes changes to the firings of one entity.
struct FiringChanges {
    var app: AppID
    var ref: EntityRef

    private static let one = "app = ?1 AND entity_type = ?2 AND entity_id = ?3 AND type = ?4 AND time = ?5"

    /// Writes all of them; one that lets a time wait leaves an event.
    func write(_ changes: [FiringChange], _ events: inout EventBatch, _ db: SQLConnection) throws {
        var isPlanned = false
        for change in changes {
            try write(change, db).orFail()
            switch change {
            case .add, .plan: isPlanned = true
            case .end, .fire, .delete, .withdraw, .retract: break
            }
        }
        if isPlanned { events.add(.schedulePlanned, app: app, .entity(ref)) }
    }

    private func write(_ change: FiringChange, _ db: SQLConnection) throws -> Int {
        switch change {
        case .add(let type, let time, let dueAt):
            try db.run(
                """
                INSERT INTO schedule (app, entity_type, entity_id, type, time, due_at, state)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING
                """,
                key(type, time) + [dueAt.milliseconds, FiringState.waiting.rawValue]
            )
        case .plan(let type, let time, let from, let dueAt):
            try db.run(
                """
                UPDATE schedule SET due_at = ?6, state = ?7, reason = NULL, ended_at = NULL
                WHERE \(Self.one) AND state = ?8
                """,
                key(type, time) + [dueAt.milliseconds, FiringState.waiting.rawValue, from.rawValue]
            )
        case .end(let type, let time, let from, let to, let reason, let at):
            try db.run(
                "UPDATE schedule SET state = ?6, reason = ?7, ended_at = ?8 WHERE \(Self.one) AND state = ?9",
                key(type, time) + [to.rawValue, reason.rawValue, at.milliseconds, from.rawValue]
            )
        case .fire(let type, let time, let from, let to, let reason, let trigger, let at):
            try db.run(
                """
                UPDATE schedule SET state = ?6, reason = ?7, trigger_id = ?8, ended_at = ?9
                WHERE \(Self.one) AND state = ?10
                """,
                key(type, time) + [to.rawValue, reason?.rawValue, trigger.blob, at.milliseconds, from.rawValue]
            )
        case .delete(let type, let time, let from):
            try db.run(
                "DELETE FROM schedule WHERE \(Self.one) AND state = ?6 AND trigger_id IS NULL",
                key(type, time) + [from.rawValue]
            )
        case .withdraw(let trigger, let reason, let at):
            try db.run(
                """
                UPDATE trigger SET withdrawn_at = ?3, withdraw_reason = ?4, withdraw_cursor = ''
                WHERE app = ?1 AND id = ?2 AND cancelled_at IS NULL AND withdraw_cursor IS NULL
                """,
                [app.bound, trigger.blob, at.milliseconds, reason.rawValue]
            )
        case .retract(let trigger, let reason, let at):
            try db.run(
                """
                UPDATE trigger SET retract_cursor = '', withdrawn_at = ?3, withdraw_reason = ?4 WHERE app = ?1 AND id = ?2
                """,
                [app.bound, trigger.blob, at.milliseconds, reason.rawValue]
            )
        }
    }

    private func key(_ type: TypeID, _ time: Timestamp) -> [SQLValue] {
        [app.bound, ref.type.rawValue, ref.id, type.rawValue, time.milliseconds]
    }
}
