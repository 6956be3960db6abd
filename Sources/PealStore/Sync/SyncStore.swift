public import PealCore

/// Silent sync pushes: what other devices are to remove from their screens, and the badge (R165, R172).
///
/// A device has one at most: a newer one joins it. They are not deliveries: nobody waits for them, and the next push with a
/// badge corrects what a lost one left.
public protocol SyncStore: Sendable {
    /// What the pushes of a user are planned from, after events about some notifications.
    func syncFacts(of user: UserID, app: AppID, about ids: [NotificationID]) async throws -> SyncFacts

    /// The pushes that were made for a device, of its user's latest ``TaggedDelivery/recentLimit`` notifications; the newest first.
    func taggedPushes(on device: DeviceID, of user: UserID, app: AppID) async throws -> [TaggedDelivery]

    /// The pushes that are due, at most as many as the budget has room for; of the apps the least busy comes first.
    func dueSyncs(now: Timestamp, budget: ClaimBudget) async throws -> [DueSync]

    /// The pushes of devices, by device; a device without one is missing.
    func syncStates(of devices: [DeviceID], app: AppID) async throws -> [DeviceID: SyncState]

    /// Pushes that a process before an epoch left in flight, at most `limit`, by app.
    func interruptedSyncs(before epoch: Int, limit: Int) async throws -> [AppID: [SyncState]]
}
