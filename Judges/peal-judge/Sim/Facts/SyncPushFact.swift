import PealCore

/// The silent sync push of a device: what waits, what is under way, or when the last one was sent.
struct SyncPushFact: Sendable, Equatable {
    var app: AppID
    var device: DeviceID
    var user: UserID
    var provider: ProviderID
    var dueAt: Timestamp?
    var expiresAt: Timestamp
    var epoch: Int?
    var retries: Int
    var hasBadge: Bool
    var sentAt: Timestamp?
}
