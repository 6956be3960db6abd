/// What was found of a user last: whether pushes reach them, since when, and when to look again.
public struct ReachabilityRecord: Sendable, Equatable {
    /// Whether pushes reach the user.
    public var isReachable: Bool
    /// Since when.
    public var since: Timestamp
    /// When a silent device counts as not reached; `nil` when only an event makes a look worthwhile.
    public var lookAt: Timestamp?

    /// Joins the parts.
    public init(isReachable: Bool, since: Timestamp, lookAt: Timestamp? = nil) {
        self.isReachable = isReachable
        self.since = since
        self.lookAt = lookAt
    }

    /// What is to be kept after a look.
    /// - Parameters:
    ///   - old: what was found before; `nil` when nothing was, which counts as not reached.
    ///   - found: what is found now.
    ///   - now: the instant it is.
    public init(after old: ReachabilityRecord?, _ found: Reachability, at now: Timestamp) {
        isReachable = found.isReachable
        since = old.flatMap { $0.isReachable == found.isReachable ? $0.since : nil } ?? now
        lookAt = found.lookAt
    }

    /// What a backend learns of the change from an earlier record; `nil` when whether the user is reached has not changed.
    public func news(after old: ReachabilityRecord?) -> WebhookType? {
        guard isReachable != (old?.isReachable ?? false) else { return nil }
        return isReachable ? .userReachable : .userUnreachable
    }
}

/// A change of what was found of a user, which is expected as it was read.
public struct ReachabilityChange: Sendable, Equatable {
    /// The user.
    public var user: UserID
    /// What was read; `nil` when there was nothing.
    public var from: ReachabilityRecord?
    /// What is to be kept.
    public var to: ReachabilityRecord

    /// Joins the parts.
    public init(of user: UserID, from: ReachabilityRecord?, to: ReachabilityRecord) {
        self.user = user
        self.from = from
        self.to = to
    }
}
