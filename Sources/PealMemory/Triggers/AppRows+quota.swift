import PealCore
import PealStore

extension AppRows {
    /// What sender limits grant to a trigger; patches are entities that count as if they were written already.
    func quota(for trigger: Trigger, _ check: LimitCheck, patches: [EntityPatch])
        -> Result<QuotaPlan, QuotaPlan.Refusal>
    {
        let organisation = Organisation(of: trigger.entity) { facts(of: $0, patches: patches) }
        let scopes = check.limits.map { limit in
            limit.scope(for: trigger, organisation: organisation, appZone: check.appZone, zone: check.zone)
        }
        return QuotaPlan.make(dueAt: trigger.dueAt, scopes: scopes) { scope, window in
            used(of: scope.limit, scope.key, window)
        }
    }

    /// What an entity says about its place.
    func facts(of ref: EntityRef, patches: [EntityPatch] = []) -> Organisation.Facts? {
        let stored = entities[ref].map { Organisation.Facts(parent: $0.parent, timeZone: $0.timeZone) }
        guard let patch = patches.first(where: { $0.ref == ref }) else { return stored }
        return Organisation.Facts(
            parent: patch.parent ?? stored?.parent,
            timeZone: patch.timeZone ?? stored?.timeZone
        )
    }

    /// How many triggers count in windows that overlap one.
    func used(of limit: SenderLimit, _ scope: String, _ window: CalendarWindow) -> Int {
        uses(of: limit, scope, for: nil).others(in: window, of: limit)
    }

    /// The windows of a sender limit; those that a trigger counts in are its own.
    func uses(of limit: SenderLimit, _ scope: String, for trigger: TriggerID?) -> [QuotaUse] {
        let own = trigger.flatMap { reservations[$0] } ?? []
        return quotas.filter { $0.key.limit == limit.id && $0.key.scope == TextKey(scope) }.map { key, row in
            QuotaUse(window: key.start..<max(key.start, row.end), used: row.used, isOwn: own.contains(key))
        }
    }

    /// Counts a trigger in a window; counts that expired before are deleted.
    mutating func reserve(_ place: QuotaPlan.Reservation, for trigger: TriggerID, acceptedAt: Timestamp) {
        let key = QuotaKey(limit: place.limit.id, scope: TextKey(place.key), start: place.window.start)
        if quotas[key] == nil { quotas = quotas.filter { $0.value.end > acceptedAt } }
        let row = quotas[key] ?? QuotaRow(end: place.window.end, used: 0)
        quotas[key] = QuotaRow(end: max(row.end, place.window.end), used: row.used + 1)
        reservations[trigger, default: []].append(key)
    }

    /// Releases the quota of a trigger that reaches nobody.
    mutating func releaseQuota(of trigger: TriggerID) {
        for key in reservations.removeValue(forKey: trigger) ?? [] {
            // The count of a window that is over may be deleted already.
            guard let left = quotas[key].flatMap({ Quota(used: $0.used).next(on: .release) }) else { continue }
            quotas[key]?.used = left.used
        }
    }
}
