/// What becomes of a firing that is due.
public enum FiringVerdict: Sendable, Equatable {
    /// It makes a trigger, by a rule, about the entity as it is.
    case fire(ScheduleRule, Entity)
    /// The entity or the rule asks for another instant than was planned: its entity is planned again.
    case plan
    /// It ends without a trigger.
    case end(FiringMachine.Event)

    /// Judges a due firing.
    /// - Parameters:
    ///   - type: the type as the catalog in force has it; `nil` when there is none.
    ///   - entity: the entity as it is; `nil` when it is gone.
    ///   - about: the type of the entity that the firing is about.
    ///   - time: the time that it was planned for.
    ///   - dueAt: when it was due.
    ///   - now: the instant it is.
    public init(
        by type: NotificationType?,
        _ entity: Entity?,
        about: EntityTypeID,
        time: Timestamp,
        dueAt: Timestamp,
        now: Timestamp
    ) {
        guard let type, let rule = type.schedule, rule.entity == about else {
            self = .end(.cancelled(.noSchedule))
            return
        }
        guard let entity else {
            self = .end(.cancelled(.entityDeleted))
            return
        }
        do throws(ScheduleRule.Absence) {
            let plan = try rule.plan(for: entity)
            if plan.time != time || plan.dueAt != dueAt {
                self = .plan
            } else {
                let isInTime = now < dueAt + type.ttl || rule.isSentLate(dueAt, of: entity, now: now)
                self = isInTime ? .fire(rule, entity) : .end(.skipped(.tooLate))
            }
        } catch {
            self = .end(.cancelled(FiringReason(error)))
        }
    }
}

extension ScheduleRule {
    /// Whether a firing that has expired is sent all the same: not after the time that ends it, nor weeks later.
    fileprivate func isSentLate(_ dueAt: Timestamp, of entity: Entity, now: Timestamp) -> Bool {
        guard case .send = late, dueAt > now - SchedulePlan.longestLife else { return false }
        return until.flatMap { entity.times[$0] }.map { $0 > now } ?? true
    }
}
