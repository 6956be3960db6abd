import PealCore
import PealEngine

/// Types that fire by themselves, looked at from the entities' side.
extension SeedRun {
    /// What has fired did so for a time that its entity carries, not early, and once.
    func checkFired(_ process: ProcessRun) throws {
        let fired = try process.facts.triggers.filter(\.isFiring)
        for trigger in fired where record.fired.insert(trigger.id).inserted {
            tally.fired += 1
            guard let ref = trigger.entity, let app = world.apps.first(where: { $0.id == trigger.app }),
                !republished.contains(app.id), !moved.contains(ref)
            else { continue }
            guard let rule = app.catalog.type(trigger.type)?.schedule,
                let time = try process.facts.entity(ref, app: app.id)?.times[rule.time],
                "\(rule.time)-\(time.rfc3339)" == trigger.transition
            else { return fail("schedules", "\(trigger.type) of \(ref) fires for \(trigger.transition ?? "nothing")") }
            if time + rule.offset > clock.now {
                return fail("schedules", "\(trigger.type) of \(ref) fires before \((time + rule.offset).rfc3339)")
            }
        }
        try checkRemindedOnce(fired, process)
    }

    /// Nobody is reminded twice of one time, whichever trigger does it.
    private func checkRemindedOnce(_ fired: [TriggerFact], _ process: ProcessRun) throws {
        let triggers = Dictionary(uniqueKeysWithValues: fired.map { ($0.id, $0) })
        var reminded = Set<[String]>()
        for row in try process.facts.notifications where !row.wasWithdrawn {
            guard let trigger = triggers[row.trigger] else { continue }
            let occasion = [
                row.userKey.description, trigger.type.rawValue, trigger.entity?.description ?? "",
                trigger.transition ?? "",
            ]
            if !reminded.insert(occasion).inserted {
                return fail("schedules", "\(row.userKey) is reminded once more of \(trigger.transition ?? "")")
            }
        }
    }

    /// Triggers that wait for users who join, from now on.
    func noteOpened(_ process: ProcessRun) {
        let open = (try? process.facts.triggers.filter(\.waitsForMore)) ?? []
        record.opened.formUnion(open.map(\.id))
    }

    /// When the loops rest, everyone who is in the audience of an open trigger was reminded, of its time or of one near it.
    func checkLateRecipients() throws {
        guard let process = alive else { return }
        let fired = try process.facts.triggers.filter(\.isFiring)
        for open in fired where open.waitsForMore && open.dueAt > latest && open.revokedAt == nil {
            guard let type = world.apps.first(where: { $0.id == open.app })?.catalog.type(open.type),
                let rule = type.schedule, let audience = type.defaultAudience, case .members = audience,
                let time = open.time(of: rule)
            else { continue }
            let near = fired.filter { other in
                guard other.app == open.app, other.type == open.type, other.entity == open.entity,
                    let moved = other.time(of: rule)
                else { return false }
                return moved >= time - rule.again && moved <= time + rule.again
            }
            for user in try process.facts.recipients(audience, of: open).subtracting(record.halfErased).sorted() {
                let keys = near.map { SimRecord.DecisionKey(trigger: $0.id, user: user) }
                guard !keys.contains(where: { record.seen[$0] != nil || record.swept.contains($0) }) else { continue }
                let entity = open.entity?.description ?? ""
                return fail("schedules", "\(open.app)/\(user) joined \(entity), and is not reminded")
            }
        }
    }

    /// When the loops rest, whatever an entity's times ask for has come.
    func checkSchedules() throws {
        guard let process = alive else { return }
        for app in world.apps {
            for type in app.catalog.types {
                guard let rule = type.schedule else { continue }
                for entity in try process.facts.entities where entity.app == app.id && entity.ref.type == rule.entity {
                    guard let time = entity.times[rule.time], asks(entity, rule) else { continue }
                    let due = time + rule.offset
                    guard due <= clock.now, latest < due + type.ttl else { continue }
                    let state = try process.facts.firing(of: type.id, entity, at: time)?.state
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
        // What has ended is withdrawn, also after it fired.
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

extension TriggerFact {
    /// The time that it fired for.
    fileprivate func time(of rule: ScheduleRule) -> Timestamp? {
        guard let transition, transition.hasPrefix("\(rule.time)-") else { return nil }
        return Timestamp(rfc3339: transition.dropFirst(rule.time.count + 1))
    }
}

extension NotificationFact {
    /// Whether its push was cancelled before any of it left.
    fileprivate var wasWithdrawn: Bool {
        push == "suppress" && (pushReason == "cancelled" || pushReason == "entity-deleted")
    }
}
