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
        let changes = schedule.ending(by: event, version: nil, at: now)
        return try await apply([ChangeGroup(app: schedule.app, changes)]).first
    }

    /// Ends due firings, each with its trigger; `nil` for one that is not as it was read.
    func fire(_ firings: [(DueSchedule, TriggerSubmission)], now: Timestamp) async throws -> [TriggerAcceptance?]
    where Self: TriggerStore {
        var acceptances: [TriggerAcceptance?] = []
        for (schedule, submission) in firings {
            let plans = try await self.plan([submission], AcceptFacts(), app: schedule.app)
            let changes = schedule.firing(submission, plans, version: 0, at: now)
            let isApplied = try await apply([ChangeGroup(app: schedule.app, changes)]).allSatisfy(\.isApplied)
            acceptances.append(isApplied ? plans.outcomes.first : nil)
        }
        return acceptances
    }
}
