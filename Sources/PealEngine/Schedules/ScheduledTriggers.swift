import PealCore
import PealStore

/// Makes of a due firing the trigger it stands for, through the same check as intake.
struct ScheduledTriggers: Sendable {
    let vault: DataVault
    let ids: IDGenerator
    let zones: @Sendable (String) -> Zone?

    /// What becomes of a due firing.
    enum End: Sendable {
        /// It makes a trigger by a catalog version.
        case trigger(TriggerSubmission, version: Int)
        /// Its entity is planned again.
        case plan
        /// It ends without a trigger.
        case without(FiringMachine.Event)
    }

    /// What becomes of a due firing, as the catalog in force has it.
    func end(of schedule: DueSchedule, by catalog: Catalog?, now: Timestamp) -> End {
        let type = catalog?.type(schedule.type)
        let verdict = FiringVerdict(
            by: type,
            schedule.state,
            about: schedule.entity.type,
            time: schedule.time,
            dueAt: schedule.dueAt,
            now: now
        )
        switch verdict {
        case .end(let event): return .without(event)
        case .plan: return .plan
        case .fire(let rule, let entity):
            guard let catalog, let type else { return .without(.cancelled(.noSchedule)) }
            do throws(IntakeProblem) {
                let submission = try submission(of: schedule, entity, rule, type, catalog, now: now)
                return .trigger(submission, version: catalog.version)
            } catch {
                return .without(.failed(.invalid(Self.reason(error))))
            }
        }
    }

    private func submission(
        of schedule: DueSchedule,
        _ entity: Entity,
        _ rule: ScheduleRule,
        _ type: NotificationType,
        _ catalog: Catalog,
        now: Timestamp
    ) throws(IntakeProblem) -> TriggerSubmission {
        let draft = TriggerDraft(of: type, rule, entity, time: schedule.time)
        var check = DraftCheck(catalog: catalog, draft: draft, storedParent: entity.parent)
        var (trigger, claim) = try check.run(id: ids.make(), now: now)
        // Its life counts from when it was due, however late it is made.
        trigger.dueAt = schedule.dueAt
        trigger.openUntil = schedule.dueAt + type.ttl
        return TriggerSubmission(
            trigger: trigger,
            sealedData: try vault.sealing(trigger),
            entities: [],
            claim: claim,
            limits: LimitCheck(of: type.id, in: catalog, zones: zones),
            urgency: type.priority.urgency()
        )
    }

    /// Codes and places alone: a reason shows nobody's data.
    private static func reason(_ problem: IntakeProblem) -> String {
        let places = problem.details.map(\.pointer).joined(separator: ", ")
        return places.isEmpty ? problem.code.rawValue : "\(problem.code.rawValue): \(places)"
    }
}
