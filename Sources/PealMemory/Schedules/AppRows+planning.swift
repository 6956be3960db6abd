import PealCore
import PealStore

extension AppRows {
    /// Nothing is worth delivering for longer, so what was due earlier is not planned any more.
    private static let longestLife = Duration.seconds(28 * 86_400)
    /// Firings of one entity and type that a change looks at, the latest.
    private static let withdrawnAtOnce = 50

    /// Plans one entity by every rule of its type: what it asks for waits, whatever else waited does not.
    mutating func plan(_ entity: Entity, by rules: [ScheduleRule], now: Timestamp) {
        for rule in rules where rule.entity == entity.ref.type {
            let plan: ScheduleRule.Plan
            do throws(ScheduleRule.Absence) {
                plan = try rule.plan(for: entity)
            } catch {
                cancelFirings(of: entity.ref, rule.type, FiringReason(error), now: now)
                withdrawFirings(of: entity.ref, rule.type, reason: FiringReason(error), now: now)
                continue
            }
            if plan.dueAt <= now - Self.longestLife {
                cancelFirings(of: entity.ref, rule.type, .tooLate, now: now)
            } else {
                write(plan, of: entity.ref, rule.type, now: now)
            }
            if let until = rule.until, let end = entity.times[until], end <= now {
                withdrawFirings(of: entity.ref, rule.type, reason: .ended, now: now)
            } else {
                withdrawFirings(of: entity.ref, rule.type, except: plan.time, reason: .moved, now: now)
            }
        }
    }

    /// Cancels what waits for an entity that is deleted, and withdraws what has fired.
    mutating func cancelFirings(of ref: EntityRef, now: Timestamp) {
        cancelFirings(of: ref, nil, .entityDeleted, now: now)
        withdrawFirings(of: ref, nil, reason: .entityDeleted, now: now)
    }

    private mutating func cancelFirings(of ref: EntityRef, _ type: TypeID?, _ reason: FiringReason, now: Timestamp) {
        guard let state = FiringMachine.next(.waiting, on: .cancelled(reason)) else { return }
        for row in firings(of: ref, type) where row.state == .waiting {
            firings.update(row.key) { row in
                row.state = state
                row.reason = reason
                row.endedAt = now
            }
        }
    }

    /// A moved firing leaves nothing at its old time, but for one that had made a trigger.
    private mutating func write(_ plan: ScheduleRule.Plan, of ref: EntityRef, _ type: TypeID, now: Timestamp) {
        guard let cancelled = FiringMachine.next(.waiting, on: .cancelled(.moved)) else { return }
        for row in firings(of: ref, type) where row.key.time != plan.time {
            if row.trigger == nil, FiringMachine.next(row.state, on: .planned) != nil {
                firings.remove(row.key)
            } else if row.trigger != nil, row.state == .waiting {
                firings.update(row.key) { row in
                    row.state = cancelled
                    row.reason = .moved
                    row.endedAt = now
                }
            }
        }
        let key = FiringRow.Key(entity: ref, type: type, time: plan.time)
        guard let known = firings[key] else {
            return firings.put(FiringRow(key: key, dueAt: plan.dueAt, state: .waiting))
        }
        guard let state = FiringMachine.next(known.state, on: .planned) else { return }
        firings.put(FiringRow(key: key, dueAt: plan.dueAt, state: state, trigger: known.trigger))
    }

    /// Notes that what has fired for an entity is to be withdrawn, but for one time.
    private mutating func withdrawFirings(
        of ref: EntityRef,
        _ type: TypeID?,
        except time: Timestamp? = nil,
        reason: FiringReason,
        now: Timestamp
    ) {
        let fired = firings(of: ref, type).filter { row in
            row.state == .fired && row.reason == nil && (time.map { row.key.time != $0 } ?? true)
                && mayLeave(row.trigger, after: now)
        }
        for row in fired.sorted(by: { $0.key.time > $1.key.time }).prefix(Self.withdrawnAtOnce) {
            guard let trigger = row.trigger else { continue }
            triggers.update(trigger) { row in
                row.withdrawal = TriggerRow.Withdrawal(
                    at: now,
                    reason: reason,
                    cursor: "",
                    retracted: row.withdrawal?.retracted
                )
            }
        }
    }

    /// Whether anything of a trigger may leave after an instant; what is past its expiry never will.
    private func mayLeave(_ trigger: TriggerID?, after now: Timestamp) -> Bool {
        guard let row = trigger.flatMap({ triggers[$0] }), row.cancel == nil, row.withdrawal?.cursor == nil else {
            return false
        }
        guard row.phase == .finished else { return true }
        let first = notifications.keys(in: .trigger(row.key)).first.flatMap { notifications[$0] }
        return first.map { $0.expiresAt > now } ?? false
    }

    private func firings(of ref: EntityRef, _ type: TypeID?) -> [FiringRow] {
        firings.rows(in: .entity(ref)).filter { row in type.map { $0 == row.key.type } ?? true }
    }
}
