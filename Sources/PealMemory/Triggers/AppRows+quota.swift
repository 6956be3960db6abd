import PealCore
import PealStore

extension AppRows {
    /// The windows of a sender limit that begin after an instant; those that a trigger counts in are its own.
    func uses(_ windows: QuotaWindows, _ instant: Timestamp, for trigger: TriggerID?) -> [QuotaUse] {
        let own = trigger.flatMap { reservations[$0] } ?? []
        let found = quotas.filter { key, _ in
            key.limit == windows.limit && key.scope == TextKey(windows.key) && key.start > instant
        }
        return found.map { key, row in
            QuotaUse(window: key.start..<max(key.start, row.end), used: row.used, isOwn: own.contains(key))
        }
    }

    /// Counts a trigger in windows; whether all of them have quota left.
    mutating func reserve(_ reservation: QuotaReservation, for id: TriggerID) -> Bool {
        for place in reservation.places {
            let windows = QuotaWindows(limit: place.limit.id, key: place.key)
            let used = uses(windows, place.window.start - place.limit.per.longest, for: nil)
                .others(in: place.window, of: place.limit)
            guard Quota(used: used).next(on: .reserve(max: place.limit.max)) != nil else { return false }
            reserve(place, for: id, acceptedAt: reservation.acceptedAt)
        }
        return true
    }

    /// Counts a trigger in a window; counts that expired before are deleted.
    private mutating func reserve(_ place: QuotaPlan.Reservation, for trigger: TriggerID, acceptedAt: Timestamp) {
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
