/// A notification that a summary may count, as far as it was not seen and not removed (R163).
public struct PendingPush: Sendable, Equatable {
    /// What has become of its push.
    public var state: PushState
    /// What happened in the inbox.
    public var inApp: InAppResult

    /// Joins both parts.
    public init(state: PushState, inApp: InAppResult) {
        self.state = state
        self.inApp = inApp
    }

    /// Whether it counts as pending: it was pushed, waits for its push, or is part of a digest; and its inbox row was not
    /// retracted with its trigger.
    public var isPending: Bool { state != .suppressed && inApp != .hide(.cancelled) }
}
