import PealCore

/// A notification as it is stored: the decision and the inbox row in one.
struct NotificationFact: Sendable, Equatable {
    var app: AppID
    var id: NotificationID
    var trigger: TriggerID
    var user: UserID
    var rank: Int
    var createdAt: Timestamp
    var expiresAt: Timestamp
    var policyVersion: Int
    var push: String
    var pushReason: String?
    var heldUntil: Timestamp?
    /// The digest window that it opened or joined, and when that ends.
    var window: String?
    var windowEnds: Timestamp?
    /// The notification that stands for it, in a digest or a summary.
    var representative: NotificationID?
    /// Why the inbox does not show it.
    var inAppReason: String?
    var thread: String?
    var seenAt: Timestamp?
    var readAt: Timestamp?
    var removedAt: Timestamp?
    /// Who or what removed it from the inbox.
    var removal: String?
    /// Whether it is pinned until its user acknowledges it.
    var isAlert: Bool
    /// Where a tap leads.
    var link: String
    /// Whether the log still says how it was decided.
    var hasTrace: Bool

    var userKey: UserKey { UserKey(app: app, user: user) }
    /// Whether its push waits for a time.
    var waits: Bool { push == "hold" || push == "digest" }
    /// Whether it is a summary of pushes that waited.
    var isSummary: Bool { window == DigestWindowKey.summary }
    /// Whether the inbox shows it.
    var isShown: Bool { inAppReason == nil && removedAt == nil }
}
