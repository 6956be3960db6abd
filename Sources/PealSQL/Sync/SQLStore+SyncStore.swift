package import PealCore
package import PealStore

extension SQLStore {
    /// What the pushes of a user are planned from, after events about some notifications.
    package func syncFacts(of user: UserID, app: AppID, about ids: [NotificationID]) async throws -> SyncFacts {
        try await read { db in try SyncRows(app: app, user: user).facts(about: ids, db) }
    }

    /// The pushes that were made for a device, of its user's latest notifications; the newest first.
    package func taggedPushes(on device: DeviceID, of user: UserID, app: AppID) async throws -> [TaggedDelivery] {
        try await read { db in try SyncRows(app: app, user: user).tagged(on: device, db) }
    }

    /// The pushes that are due, at most as many as the budget has room for; of the apps the least busy comes first.
    package func dueSyncs(now: Timestamp, budget: ClaimBudget) async throws -> [DueSync] {
        try await read { db in try SyncLeaseRows.due(now: now, budget: budget, db) }
    }

    /// The pushes of devices, by device; a device without one is missing.
    package func syncStates(of devices: [DeviceID], app: AppID) async throws -> [DeviceID: SyncState] {
        try await read { db in try SyncLeaseRows(app: app).states(of: devices, db) }
    }

    /// Pushes that a process before an epoch left in flight, at most `limit`, by app.
    package func interruptedSyncs(before epoch: Int, limit: Int) async throws -> [AppID: [SyncState]] {
        try await read { db in try SyncLeaseRows.interrupted(before: epoch, limit: limit, db) }
    }
}
