public import PealCore

/// Pushes that are sent once more to devices that were off (M26, R146).
public protocol RedeliveryStore: Sendable {
    /// The pushes made for a device, of its user's latest ``HandedPush/recentLimit`` notifications; the newest first.
    func handedPushes(to device: DeviceID, of user: UserID, app: AppID) async throws -> [HandedPush]

    /// Pushes that are due to be re-evaluated, of each app the earliest first, at most `limit` of an app.
    func dueRedeliveries(now: Timestamp, limit: Int) async throws -> [AppID: [HandedPush]]

    /// When the next one is due, later than an instant.
    func nextRedelivery(after now: Timestamp) async throws -> Timestamp?
}
