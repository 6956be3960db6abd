public import PealCore

/// A held push whose time has come.
public struct HeldNotification: Sendable {
    /// The identifier.
    public var id: NotificationID
    /// Whose it is.
    public var userID: UserID
    /// Its trigger, with sealed data.
    public var trigger: PendingTrigger
    /// The inbox result of the first decision.
    public var inApp: InAppResult
    /// The stage it waits at: the one that holds it, or the digest.
    public var holdStage: Stage
    /// Whether a digest or a throttle's window has had it.
    public var wasDigested: Bool
    /// The trace so far, to be extended.
    public var trace: Trace
    /// The thread it belongs to.
    public var thread: String?
    /// When it was decided first.
    public var createdAt: Timestamp
    /// What decides whether its push is still worth sending.
    public var relevance: PushRelevance
    /// What it was decided from last.
    public var stamp = DecisionStamp()

    /// When it is no longer worth delivering.
    public var expiresAt: Timestamp { relevance.expiresAt }

    /// States what every held push has; its thread and its stamp are set where it has them.
    public init(
        id: NotificationID,
        userID: UserID,
        trigger: PendingTrigger,
        inApp: InAppResult,
        holdStage: Stage,
        wasDigested: Bool,
        trace: Trace,
        createdAt: Timestamp,
        relevance: PushRelevance
    ) {
        self.id = id
        self.userID = userID
        self.trigger = trigger
        self.inApp = inApp
        self.holdStage = holdStage
        self.wasDigested = wasDigested
        self.trace = trace
        self.createdAt = createdAt
        self.relevance = relevance
    }
}
