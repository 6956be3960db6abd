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
        for reserved in reservation.reservations {
            let windows = QuotaWindows(limit: reserved.limit.id, key: reserved.key)
            let used = uses(windows, reserved.window.start - reserved.limit.per.longest, for: nil)
                .others(in: reserved.window, of: reserved.limit)
            guard Quota(used: used).next(on: .reserve(max: reserved.limit.max)) != nil else { return false }
            reserve(reserved, for: id, acceptedAt: reservation.acceptedAt)
        }
        return true
    }

    /// Counts a trigger in a window; counts that expired before are deleted.
    private mutating func reserve(_ reserved: QuotaPlan.Reservation, for trigger: TriggerID, acceptedAt: Timestamp) {
        let key = QuotaKey(limit: reserved.limit.id, scope: TextKey(reserved.key), start: reserved.window.start)
        if quotas[key] == nil { quotas = quotas.filter { $0.value.end > acceptedAt } }
        let row = quotas[key] ?? QuotaRow(end: reserved.window.end, used: 0)
        quotas[key] = QuotaRow(end: max(row.end, reserved.window.end), used: row.used + 1)
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
