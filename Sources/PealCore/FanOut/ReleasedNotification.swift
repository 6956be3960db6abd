/// The second decision of a held push.
public struct ReleasedNotification: Sendable, Equatable {
    /// Which.
    public var id: NotificationID
    /// The app.
    public var app: AppID
    /// Whose it is.
    public var userID: UserID
    /// The decision.
    public var decision: Decision
    /// What the push says instead of the notification's own words, sealed.
    public var digest: [UInt8]?
    /// The notification whose place it takes on devices.
    public var replaces: NotificationID?
    /// When it was decided.
    public var at: Timestamp
    /// The state in which its push is expected: held, or in a digest window.
    public var from: PushState
    /// What it was decided from.
    public var stamp: DecisionStamp

    /// Joins the parts.
    public init(
        id: NotificationID,
        app: AppID,
        userID: UserID,
        decision: Decision,
        digest: [UInt8]? = nil,
        replaces: NotificationID? = nil,
        at: Timestamp,
        from: PushState = .held,
        stamp: DecisionStamp = DecisionStamp()
    ) {
        self.id = id
        self.app = app
        self.userID = userID
        self.decision = decision
        self.digest = digest
        self.replaces = replaces
        self.at = at
        self.from = from
        self.stamp = stamp
    }
}

extension ReleasedNotification {
    /// What happens to the push.
    public var event: PushMachine.Event { .reevaluated(decision.push) }
}
