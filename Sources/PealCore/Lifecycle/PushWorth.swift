/// What decides at one instant whether a push is worth sending.
public struct PushWorth: Sendable, Hashable {
    /// Whether the user has read, dismissed or removed the notification (R165).
    public var isResolved: Bool
    /// Whether it has expired.
    public var isExpired: Bool
    /// Why its push was stopped or suppressed before.
    public var stopReason: Reason?

    /// Joins the parts.
    public init(isResolved: Bool = false, isExpired: Bool = false, stopReason: Reason? = nil) {
        self.isResolved = isResolved
        self.isExpired = isExpired
        self.stopReason = stopReason
    }

    /// Why the push is not worth sending; `nil` when it is.
    ///
    /// What was decided about the push before counts first, then what the user did, then the expiry.
    public var obstacle: Reason? {
        if let stopReason { return stopReason }
        if isResolved { return .resolvedElsewhere }
        return isExpired ? .expired : nil
    }

    /// Whether the user still needs it, whatever was decided about its push.
    public var isLive: Bool { !isResolved && !isExpired }
}
