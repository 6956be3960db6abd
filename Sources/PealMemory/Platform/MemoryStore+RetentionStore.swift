public import PealCore
public import PealStore

extension MemoryStore: RetentionStore {
    /// The next notifications of an app that were decided before an instant, oldest first.
    public func agedNotifications(
        of app: AppID,
        before instant: Timestamp,
        after last: NotificationID?,
        limit: Int
    ) async throws -> [AgedNotification] {
        read(app) { rows in
            let keys = rows.notifications.keys.before(NotificationID(firstAt: instant)).after(last).prefix(limit)
            return keys.compactMap { rows.aged($0) }
        }
    }

    /// The next triggers of an app that were accepted before an instant, oldest first.
    public func agedTriggers(
        of app: AppID,
        before instant: Timestamp,
        after last: TriggerID?,
        limit: Int
    ) async throws -> [AgedTrigger] {
        read(app) { rows in
            let keys = rows.triggers.keys.before(TriggerID(firstAt: instant)).after(last).prefix(limit)
            return keys.compactMap { rows.aged($0) }
        }
    }

    /// Deletes what is known of an app's rejected and duplicate requests from before an instant.
    public func sweepRejections(of app: AppID, before instant: Timestamp) async throws {
        try await write(app) { rows in
            for kind in RejectedRequestFilter.Kind.allCases { rows.rejected[kind]?.removeAll { $0.lastAt < instant } }
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
