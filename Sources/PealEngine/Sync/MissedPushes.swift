import PealCore
import PealStore

/// What the pushes of an app without an inbox could not bring, so that the app shows it itself (S3.Err-2).
///
/// A type says how often a push is tried. An outage that is longer than that would lose it, since nothing else has its words.
struct MissedPushes: Sendable {
    let store: any InboxStore & DeliveryStore & TriggerStore
    let now: @Sendable () -> Timestamp

    /// The notifications of a user whose push failed or expired within their time to live, the newest first.
    /// - Returns: at most ``InboxItem/mostMissed``, of the latest ``InboxItem/latestForMissed``.
    /// - Throws: ``StoreError``.
    func callAsFunction(of user: UserID, app: AppID, showing shown: Set<NotificationID>) async throws -> [InboxItem] {
        let page = PageRequest(limit: InboxItem.latestForMissed)
        let latest = try await store.heldItems(of: user, app: app, page: page).items
        let unreached = latest.filter { $0.isUnreached && !shown.contains($0.id) }
        guard !unreached.isEmpty else { return [] }
        let facts = try await store.outcomeFacts(of: Set(unreached.map(\.id)), devices: [], app: app)
        let instant = now()
        var missed: [InboxItem] = []
        for item in unreached where missed.count < InboxItem.mostMissed {
            guard facts.notifications[item.id]?.relevance.isWorthPushing(at: instant) == true else { continue }
            guard try await store.trigger(item.triggerID, app: app)?.status != .cancelled else { continue }
            missed.append(item)
        }
        return missed
    }
}
