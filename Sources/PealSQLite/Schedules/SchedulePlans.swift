import GRDB
import PealCore
import PealStore

/// Plans the firings of an entity that a trigger brings along.
enum SchedulePlans {
    /// Plans an entity as it is stored, when any rule is about its type.
    static func plan(
        _ ref: EntityRef,
        by rules: [ScheduleRule],
        app: AppID,
        now: Timestamp,
        _ db: Connection
    ) throws {
        guard rules.contains(where: { $0.entity == ref.type }) else { return }
        let facts = try ScheduleFactRows(app: app).facts(of: ref, db)
        guard let entity = facts.entity else { return }
        let plan = SchedulePlan(of: entity, by: rules, firings: facts.firings, now: now)
        // The submission leaves the event.
        var events = EventBatch()
        try FiringChanges(app: app, ref: ref).write(plan.changes, &events, db)
    }
}
