import PealCore
import PealEngine

/// Sender limits, counted anew by Foundation's calendar.
extension SeedRun {
    /// Notes what limits count a trigger by, as it was acknowledged.
    func count(_ id: TriggerID, _ entity: EntityRef?, _ process: ProcessRun) throws {
        guard let asked = record.asked[id], let row = try process.facts.trigger(id, app: asked.app) else {
            return
        }
        record.asked[id]?.organisation = try process.facts.organisation(of: entity, app: asked.app)
        record.asked[id]?.countsAt = row.dueAt
        record.asked[id]?.actor = row.actor
        record.asked[id]?.isDigested = row.digestUntil != nil
        guard let until = row.digestUntil, let app = world.apps.first(where: { $0.id == asked.app }) else { return }
        // Until the end of a window that it falls into.
        let ends = app.catalog.limits.contains { limit in
            let zone = zone(of: limit, record.asked[id]?.organisation, app)
            return limit.types.contains(asked.type.id) && limit.onExceed == .digest
                && window(until - .milliseconds(1), limit, zone) == window(row.dueAt, limit, zone)
                && window(until, limit, zone) != window(row.dueAt, limit, zone)
        }
        if !ends { fail("limits", "\(id), due \(row.dueAt.rfc3339), is digested until \(until.rfc3339)") }
    }

    /// No sender over their limit in any window of the calendar.
    func checkLimits() throws {
        for app in world.apps {
            for limit in app.catalog.limits {
                var sent: [String: Int] = [:]
                for id in record.order where record.decided.contains(id) {
                    guard let asked = record.asked[id], asked.app == app.id, let key = windowKey(of: asked, limit, app),
                        !asked.isDigested
                    else { continue }
                    sent[key, default: 0] += 1
                }
                if let over = sent.filter({ $0.value > limit.max }).keys.sorted().first {
                    return fail("limits", "\(limit.id): \(over) has \(sent[over] ?? 0), more than \(limit.max)")
                }
            }
        }
    }

    /// A limit refuses only when its window may be full.
    func checkRefusal(_ plan: TriggerPlan, _ name: String, _ app: SimWorld.App) throws {
        guard let process = alive, let limit = app.catalog.limits.first(where: { $0.id == name }) else {
            return
        }
        let organisation = try process.facts.organisation(of: plan.draft.entity, app: app.id)
        let zone = zone(of: limit, organisation, app)
        let own = window(max(plan.draft.earliest ?? clock.now, clock.now), limit, zone)
        var holders = 0
        for trigger in try process.facts.triggers where trigger.app == app.id && limit.types.contains(trigger.type) {
            guard let asked = record.asked[trigger.id], let at = asked.countsAt else {
                holders += 1
                continue
            }
            let isSame =
                limit.scope == .actor
                ? asked.actor == plan.draft.actor?.id : asked.organisation == organisation
            if isSame, window(at, limit, zone) == own { holders += 1 }
        }
        // What retention has taken may have used quota as well.
        holders += record.order.count { record.asked[$0]?.isSwept == true && record.asked[$0]?.app == app.id }
        if holders < limit.max {
            fail("limits", "\(limit.id) refuses \(plan.draft.type), with \(holders) of \(limit.max)")
        }
    }

    /// Whose window a trigger is counted in; `nil` when that is not known.
    private func windowKey(of asked: SimRecord.Asked, _ limit: SenderLimit, _ app: SimWorld.App) -> String? {
        guard limit.types.contains(asked.type.id), let at = asked.countsAt else { return nil }
        let zone = zone(of: limit, asked.organisation, app)
        guard let window = window(at, limit, zone) else { return nil }
        if limit.scope == .actor { return "\(asked.actor?.rawValue ?? "nobody") in \(window)" }
        return asked.organisation.map { "\($0) in \(window)" }
    }

    private func zone(of limit: SenderLimit, _ organisation: String?, _ app: SimWorld.App) -> String {
        switch limit.zone {
        case .app: app.catalog.timeZone
        case .named(let name): name
        case .org: app.zones.first { $0.key.description == organisation }?.value ?? app.catalog.timeZone
        }
    }

    /// The hour or day of a zone, counted from 1970.
    private func window(_ instant: Timestamp, _ limit: SenderLimit, _ zone: String) -> Int? {
        switch limit.per {
        case .hour: setup.localHour(of: instant, in: zone)
        case .day: setup.localDay(of: instant, in: zone)
        case .week, .month: nil
        }
    }
}
