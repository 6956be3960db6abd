import PealCore
import PealEngine

/// Types that fire by themselves, looked at from the entities' side.
extension SeedRun {
    /// What has fired did so for a time that its entity carries, not early, and once.
    func checkFired(_ life: Life) throws {
        guard isChecked else { return }
        let fired = try life.facts.triggers.filter(\.isFiring)
        for trigger in fired where ledger.fired.insert(trigger.id).inserted {
            tally.fired += 1
            guard let ref = trigger.entity, let app = world.apps.first(where: { $0.id == trigger.app }),
                !republished.contains(app.id), !moved.contains(ref)
            else { continue }
            guard let rule = app.catalog.type(trigger.type)?.schedule,
                let time = try life.facts.entity(ref, app: app.id)?.times[rule.time],
                "\(rule.time)-\(time.rfc3339)" == trigger.transition
            else { return fail("schedules", "\(trigger.type) of \(ref) fires for \(trigger.transition ?? "nothing")") }
            if time + rule.offset > clock.now {
                return fail("schedules", "\(trigger.type) of \(ref) fires before \((time + rule.offset).rfc3339)")
            }
        }
        var occasions = Set<[String]>()
        let twice = fired.first { trigger in
            let entity = trigger.entity?.description ?? ""
            let occasion = [trigger.app.rawValue, trigger.type.rawValue, entity, trigger.transition ?? ""]
            return trigger.revokedAt == nil && !occasions.insert(occasion).inserted
        }
        if let twice { fail("schedules", "\(twice.id) of \(twice.type) fires once more for the same time") }
    }

    /// When the loops rest, whatever an entity's times ask for has come.
    func checkSchedules() throws {
        guard isChecked, let life = alive else { return }
        for app in world.apps {
            for type in app.catalog.types {
                guard let rule = type.schedule else { continue }
                for entity in try life.facts.entities where entity.app == app.id && entity.ref.type == rule.entity {
                    guard let time = entity.times[rule.time], asks(entity, rule) else { continue }
                    let due = time + rule.offset
                    guard due <= clock.now, latest < due + type.ttl else { continue }
                    let state = try life.facts.firing(of: type.id, entity, at: time)?.state
                    if state == nil || state == "waiting" || state == "cancelled" {
                        return fail(
                            "schedules",
                            "\(type.id) of \(entity.ref), due \(due.rfc3339), is \(state ?? "forgotten")"
                        )
                    }
                }
            }
        }
    }

    private func asks(_ entity: EntityFact, _ rule: ScheduleRule) -> Bool {
        guard let time = entity.times[rule.time] else { return false }
        if let status = entity.status {
            if !rule.statuses.isEmpty, !rule.statuses.contains(status) { return false }
            if rule.exceptStatuses.contains(status) { return false }
        }
        // What has ended is revoked, also after it fired.
        guard let until = rule.until, let end = entity.times[until] else { return true }
        return end > time + rule.offset && end > latest
    }
}

extension FactReader {
    fileprivate func firing(of type: TypeID, _ entity: EntityFact, at time: Timestamp) throws -> FiringFact? {
        try firings.first {
            $0.type == type && $0.entity == entity.ref && $0.time == time && $0.app == entity.app
        }
    }
}
