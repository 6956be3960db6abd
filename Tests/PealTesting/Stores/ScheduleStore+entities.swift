import PealCore
import PealStore

/// Entities as a use case changes them.
extension ScheduleStore where Self: ChangeStore {
    /// Puts an entity, replacing it whole, and plans what the schedules make of its times.
    func putEntity(_ entity: Entity, schedules: [ScheduleRule] = [], app: AppID) async throws
        -> (entity: Entity, created: Bool)
    {
        let facts = try await scheduleFacts(of: entity.ref, app: app)
        _ = try await apply([ChangeGroup(app: app, facts.putting(entity, by: schedules))])
        return (entity, facts.entity == nil)
    }

    /// Deletes an entity and its members, and cancels what was planned by its times; whether there was one.
    func deleteEntity(_ ref: EntityRef, app: AppID, now: Timestamp) async throws -> Bool {
        let facts = try await scheduleFacts(of: ref, app: app)
        _ = try await apply([ChangeGroup(app: app, facts.deleting(now: now))])
        return facts.entity != nil
    }

    /// Ends a due firing without a trigger.
    func end(_ schedule: DueSchedule, by event: FiringMachine.Event, now: Timestamp) async throws -> GroupResult? {
        guard let change = FiringChange(ending: schedule.type, schedule.time, by: event, at: now) else { return nil }
        let changes: [Change] = [.expectPlanned(schedule.planned), .changeFirings(of: schedule.entity, [change])]
        return try await apply([ChangeGroup(app: schedule.app, changes)]).first
    }
}
