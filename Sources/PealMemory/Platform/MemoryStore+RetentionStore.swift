public import PealCore
public import PealStore

extension MemoryStore: RetentionStore {
    /// Looks at the next notifications of an app, oldest first.
    public func sweepNotifications(
        _ cut: RetentionCut,
        after: NotificationID?,
        limit: Int
    ) async throws -> RetentionStep<NotificationKind> {
        try await write(cut.app) { rows in
            let end = NotificationID(firstAt: max(cut.inbox, cut.log))
            let keys = Array(rows.notifications.keys.before(end).after(after).prefix(limit))
            var counts = RetentionCounts()
            for key in keys { rows.sweep(key, cut, &counts) }
            return RetentionStep(counts: counts, next: keys.count == limit ? keys.last : nil)
        }
    }

    /// Looks at the next triggers of an app, oldest first.
    public func sweepTriggers(
        _ cut: RetentionCut,
        after: TriggerID?,
        limit: Int
    ) async throws -> RetentionStep<TriggerKind> {
        try await write(cut.app) { rows in
            let keys = Array(rows.triggers.keys.before(TriggerID(firstAt: cut.log)).after(after).prefix(limit))
            var counts = RetentionCounts()
            for key in keys { rows.sweep(key, cut, &counts) }
            guard keys.count < limit else { return RetentionStep(counts: counts, next: keys.last) }
            for kind in TurnedAwayFilter.Kind.allCases { rows.rejected[kind]?.removeAll { $0.lastAt < cut.log } }
            return RetentionStep(counts: counts, next: nil)
        }
    }

    /// Deletes some of the recipients whose local times cancelled triggers waited for.
    public func sweepLocalWaits(limit: Int) async throws -> Int {
        try await write { contents in
            var count = 0
            for app in contents.apps where count < limit {
                count += contents[app].sweepLocalWaits(limit: limit - count)
            }
            return count
        }
    }
}

extension ID {
    /// What no identifier made at this instant or later is before.
    init(firstAt instant: Timestamp) {
        self.init(UUIDv7(high: UInt64(max(0, instant.milliseconds)) << 16, low: 0))
    }
}
