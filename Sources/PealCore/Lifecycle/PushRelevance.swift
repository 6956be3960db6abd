/// What decides whether a notification's push is still worth sending.
public struct PushRelevance: Sendable, Hashable {
    /// When the notification expires.
    public var expiresAt: Timestamp
    /// Whether the user has read it.
    public var isRead: Bool
    /// Whether the user has dismissed its push.
    public var isDismissed: Bool
    /// Whether it was deleted from the inbox, or archived.
    public var isRemoved: Bool
    /// Why its push was stopped or suppressed before: its trigger was cancelled, for example.
    public var stopReason: Reason?

    /// States the facts; those left out say that nothing happened yet.
    public init(
        expiresAt: Timestamp,
        isRead: Bool = false,
        isDismissed: Bool = false,
        isRemoved: Bool = false,
        stopReason: Reason? = nil
    ) {
        self.expiresAt = expiresAt
        self.isRead = isRead
        self.isDismissed = isDismissed
        self.isRemoved = isRemoved
        self.stopReason = stopReason
    }
}

extension PushRelevance {
    /// Whether the user needs no push any more: they have read, dismissed or removed the notification (R165).
    public var isResolved: Bool { isRead || isDismissed || isRemoved }

    /// Whether the push is still worth sending at an instant.
    public func isWorthPushing(at now: Timestamp) -> Bool { obstacle(at: now) == nil }

    /// Why the push is not worth sending at an instant; `nil` when it is.
    public func obstacle(at now: Timestamp) -> Reason? { worth(at: now).obstacle }

    /// What decides whether the push is worth sending at an instant.
    public func worth(at now: Timestamp) -> PushWorth {
        PushWorth(isResolved: isResolved, isExpired: expiresAt <= now, stopReason: stopReason)
    }
}
