import GRDB
import PealCore
import PealStore

/// Writes the firings that entities' times ask for (R066).
enum SchedulePlans {
    /// Nothing is worth delivering for longer, so what was due earlier is not planned any more.
    static let longestLife = Duration.seconds(28 * 86_400)

    /// Plans one entity by every rule of its type: what it asks for waits, whatever else waited does not.
    ///
    /// A time that has fired already, or was skipped, is never planned again; one that failed is. What has fired and is
    /// not wanted any more is withdrawn, as far as it has not left.
    static func plan(_ entity: Entity, by rules: [ScheduleRule], app: AppID, now: Timestamp, _ db: Database) throws {
        for rule in rules where rule.entity == entity.ref.type {
            let key = key(of: entity.ref, type: rule.type, app: app)
            let plan: ScheduleRule.Plan
            do throws(ScheduleRule.Absence) {
                plan = try rule.plan(for: entity)
            } catch {
                try cancel(key, FiringReason(error), now: now, db)
                try WithdrawalNotes.note(key, reason: FiringReason(error), now: now, db)
                continue
            }
            if plan.dueAt <= now - longestLife {
                try cancel(key, .tooLate, now: now, db)
            } else {
                try write(plan, key, now: now, db)
            }
            if let until = rule.until, let end = entity.times[until], end <= now {
                try WithdrawalNotes.note(key, reason: .ended, now: now, db)
            } else {
                try WithdrawalNotes.note(key, except: plan.time, reason: .moved, now: now, db)
            }
        }
    }

    /// Plans an entity as it is stored, when any rule is about its type.
    static func plan(
        _ ref: EntityRef,
        by rules: [ScheduleRule],
        app: AppID,
        now: Timestamp,
        _ db: Database
    ) throws {
        guard rules.contains(where: { $0.entity == ref.type }) else { return }
        guard let entity = try entity(ref, app: app, db) else { return }
        try plan(entity, by: rules, app: app, now: now, db)
    }

    /// Cancels whatever waits for an entity that is deleted.
    static func cancelAll(of ref: EntityRef, app: AppID, now: Timestamp, _ db: Database) throws {
        let reason = FiringReason.entityDeleted
        if let state = FiringMachine.next(.waiting, on: .cancelled(reason)) {
            try db.run(
                """
                UPDATE schedule SET state = ?5, reason = ?6, ended_at = ?4
                WHERE app = ?1 AND entity_type = ?2 AND entity_id = ?3 AND state = ?7
                """,
                [
                    app.rawValue, ref.type.rawValue, ref.id, now.milliseconds, state.rawValue, reason.rawValue,
                    FiringState.waiting.rawValue,
                ]
            )
        }
        try WithdrawalNotes.note([app.rawValue, ref.type.rawValue, ref.id, nil], reason: reason, now: now, db)
    }

    /// An entity as it is stored.
    static func entity(_ ref: EntityRef, app: AppID, _ db: Database) throws -> Entity? {
        try db.first(
            "SELECT \(Entity.columns) FROM entity WHERE app = ? AND type = ? AND id = ?",
            [app.rawValue, ref.type.rawValue, ref.id],
            Entity.init(row:)
        )
    }

    private static func key(of ref: EntityRef, type: TypeID, app: AppID) -> [Binding] {
        [app.rawValue, ref.type.rawValue, ref.id, type.rawValue]
    }

    private static func cancel(_ key: [Binding], _ reason: FiringReason, now: Timestamp, _ db: Database) throws {
        guard let state = FiringMachine.next(.waiting, on: .cancelled(reason)) else { return }
        try db.run(
            """
            UPDATE schedule SET state = ?5, reason = ?6, ended_at = ?7
            WHERE app = ?1 AND entity_type = ?2 AND entity_id = ?3 AND type = ?4 AND state = ?8
            """,
            key + [state.rawValue, reason.rawValue, now.milliseconds, FiringState.waiting.rawValue]
        )
    }

    /// A moved firing leaves nothing at its old time: an entity has one that waits, however often it moves.
    ///
    /// One that had fired, and was withdrawn, leaves the trigger that it had made.
    private static func write(_ plan: ScheduleRule.Plan, _ key: [Binding], now: Timestamp, _ db: Database) throws {
        let moved = FiringReason.moved
        guard let cancelled = FiringMachine.next(.waiting, on: .cancelled(moved)) else { return }
        try db.run(
            """
            UPDATE schedule SET state = ?8, reason = ?6, ended_at = ?7
            WHERE app = ?1 AND entity_type = ?2 AND entity_id = ?3 AND type = ?4 AND time <> ?5
                AND state = ?9 AND trigger_id IS NOT NULL
            """,
            key + [
                plan.time.milliseconds, moved.rawValue, now.milliseconds, cancelled.rawValue,
                FiringState.waiting.rawValue,
            ]
        )
        try db.run(
            """
            DELETE FROM schedule
            WHERE app = ?1 AND entity_type = ?2 AND entity_id = ?3 AND type = ?4 AND time <> ?5
                AND state IN (\(plannable)) AND trigger_id IS NULL
            """,
            key + [plan.time.milliseconds]
        )
        try db.run(
            """
            INSERT INTO schedule (app, entity_type, entity_id, type, time, due_at, state)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'waiting')
            ON CONFLICT (app, entity_type, entity_id, type, time) DO UPDATE
            SET due_at = excluded.due_at, state = excluded.state, reason = NULL, ended_at = NULL
            WHERE state IN (\(plannable))
            """,
            key + [plan.time.milliseconds, plan.dueAt.milliseconds]
        )
    }

    /// The states in which an entity may ask for a firing.
    private static let plannable = FiringState.allCases
        .filter { FiringMachine.next($0, on: .planned) != nil }
        .map { "'\($0.rawValue)'" }
        .joined(separator: ", ")
}
