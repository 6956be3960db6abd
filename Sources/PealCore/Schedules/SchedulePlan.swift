/// What becomes of an entity's firings when the entity or the rules change (R053, R066).
public struct SchedulePlan: Sendable, Equatable {
    /// What changes, in order.
    public private(set) var changes: [FiringChange] = []

    /// Nothing is worth delivering for longer, so what was due earlier is not planned any more.
    static let longestLife = Duration.seconds(28 * 86_400)

    /// Plans an entity by every rule of its type: what it asks for waits, whatever else waited does not.
    ///
    /// A time that has fired already, or was skipped, is not planned again; one that failed is, and one whose trigger was
    /// withdrawn or closed because the entity stopped to ask for it. What has fired and is not wanted any more is withdrawn, as far as it
    /// has not left.
    /// - Parameters:
    ///   - entity: the entity as it is to be.
    ///   - rules: every schedule of its app.
    ///   - firings: its firings, the latest time first.
    ///   - now: the instant it is.
    public init(of entity: Entity, by rules: [ScheduleRule], firings: [FiringRecord], now: Timestamp) {
        for rule in rules where rule.entity == entity.ref.type {
            let own = firings.filter { $0.type == rule.type }
            do throws(ScheduleRule.Absence) {
                write(try rule.plan(for: entity), by: rule, own, now: now)
                if let until = rule.until, let end = entity.times[until], end <= now {
                    withdraw(own, .ended, now: now)
                } else if let time = entity.times[rule.time] {
                    withdraw(own.filter { $0.time != time }, .moved, now: now)
                }
            } catch {
                cancel(own, FiringReason(error), now: now)
                withdraw(own, FiringReason(error), now: now)
            }
        }
    }

    /// Ends everything that an entity asked for which is deleted.
    /// - Parameters:
    ///   - firings: its firings, the latest time first.
    ///   - now: the instant it is.
    public init(deleting firings: [FiringRecord], now: Timestamp) {
        cancel(firings, .entityDeleted, now: now)
        withdraw(firings, .entityDeleted, now: now)
    }

    /// Lets one time wait.
    ///
    /// A moved firing leaves nothing at its old time: an entity has one that waits, however often it moves. One that had
    /// fired, and was withdrawn, leaves the trigger that it had made.
    private mutating func write(
        _ plan: ScheduleRule.Plan,
        by rule: ScheduleRule,
        _ own: [FiringRecord],
        now: Timestamp
    ) {
        let type = rule.type
        let waits = own.contains { $0.time == plan.time && $0.dueAt == plan.dueAt && $0.state == .waiting }
        guard plan.dueAt > now - rule.planned(waits: waits) else { return cancel(own, .tooLate, now: now) }
        for firing in own where firing.time != plan.time {
            if firing.trigger == nil, FiringMachine.next(firing.state, on: .planned) != nil {
                changes.append(.delete(type, time: firing.time, from: firing.state))
            } else {
                cancel([firing], .moved, now: now)
            }
        }
        guard let stored = own.first(where: { $0.time == plan.time }) else {
            return changes.append(.add(type, time: plan.time, dueAt: plan.dueAt))
        }
        let isPlanned = stored.state == .waiting && stored.dueAt == plan.dueAt
        // Some were reminded when the entity stopped to ask for it; the others, and whoever joined since, were not.
        let event: FiringMachine.Event = stored.mayBeAskedAgain(at: now) ? .askedAgain : .planned
        guard !isPlanned, FiringMachine.next(stored.state, on: event) != nil else { return }
        changes.append(.plan(type, time: plan.time, from: stored.state, dueAt: plan.dueAt))
    }

    private mutating func cancel(_ firings: [FiringRecord], _ reason: FiringReason, now: Timestamp) {
        for firing in firings {
            guard let next = FiringMachine.next(firing.state, on: .cancelled(reason)) else { continue }
            changes.append(.end(firing.type, time: firing.time, from: firing.state, to: next, reason, at: now))
        }
    }

    private mutating func withdraw(_ firings: [FiringRecord], _ reason: FiringReason, now: Timestamp) {
        for firing in firings where firing.isWithdrawable(at: now) {
            guard let trigger = firing.trigger else { continue }
            changes.append(.withdraw(trigger, reason, at: now))
        }
    }
}

extension ScheduleRule {
    /// How long after it was due a time is planned: one that is sent late must have waited before.
    fileprivate func planned(waits: Bool) -> Duration {
        guard case .send(let life) = late, !waits else { return SchedulePlan.longestLife }
        return min(life, SchedulePlan.longestLife)
    }
}
