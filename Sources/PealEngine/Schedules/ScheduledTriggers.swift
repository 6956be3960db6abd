import PealCore
import PealStore

/// Makes of a due firing the trigger it stands for, through the same check as intake.
struct ScheduledTriggers: Sendable {
    let catalogs: CatalogRegistry
    let vault: DataVault
    let ids: IDGenerator
    let zones: @Sendable (String) -> Zone?

    /// A due firing with its end, as the catalog in force has it.
    func firing(_ schedule: DueSchedule, now: Timestamp) -> ScheduleFiring {
        let catalog = catalogs.inForce(schedule.app)
        return ScheduleFiring(schedule: schedule, ending: ending(of: schedule, by: catalog, now: now)) { [catalogs] in
            catalogs.inForce(schedule.app)?.version == catalog?.version
        }
    }

    private func ending(of schedule: DueSchedule, by catalog: Catalog?, now: Timestamp) -> ScheduleFiring.Ending {
        guard let catalog, let type = catalog.type(schedule.type), let rule = type.schedule,
            rule.entity == schedule.entity.type
        else { return .without(.cancelled(.noSchedule)) }
        guard let entity = schedule.state else { return .without(.cancelled(.entityDeleted)) }
        do throws(ScheduleRule.Absence) {
            let plan = try rule.plan(for: entity)
            guard plan.time == schedule.time, plan.dueAt == schedule.dueAt else {
                return .plan(catalogs.schedules(of: schedule.app))
            }
        } catch {
            return .without(.cancelled(FiringReason(error)))
        }
        guard now < schedule.dueAt + type.ttl else { return .without(.skipped(.tooLate)) }
        do throws(IntakeProblem) {
            return .trigger(try submission(of: schedule, entity, rule, type, catalog, now: now))
        } catch {
            return .without(.failed(.invalid(Self.reason(error))))
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
        let draft = TriggerDraft(
            type: type.id,
            entity: entity.ref,
            // This entity and time are one occurrence.
            transition: "\(rule.time)-\(schedule.time.rfc3339)",
            actor: Trigger.Actor(id: nil, kind: .system),
            data: rule.data(of: entity, for: type.variables)
        )
        var check = DraftCheck(catalog: catalog, draft: draft, storedParent: entity.parent)
        var (trigger, claim) = try check.run(id: ids.make(), now: now)
        // Its life counts from when it was due, however late it is made.
        trigger.dueAt = schedule.dueAt
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
