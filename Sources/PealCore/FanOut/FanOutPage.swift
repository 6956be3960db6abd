/// A page of a trigger's recipients, with the decisions about them.
public struct FanOutPage: Sendable, Equatable {
    /// The trigger.
    public var trigger: PendingTrigger
    /// One notification a recipient.
    public var notifications: [NewNotification]
    /// The last user of this page.
    public var cursor: UserID?
    /// Whether fan-out ends with it, or the pass of one that comes at each user's local time.
    public var isLast: Bool
    /// The recipients that it left out, with the instant at which its local time comes where they are; when anybody waits after a pass,
    /// the next one begins at the earliest of these.
    public var waiting: [UserID: Timestamp]
    /// Those of them that nobody is known by.
    public var unknownWaiting: Set<UserID>
    /// Who waits no longer, without a decision: they have left the audience.
    public var gone: [UserID]
    /// The users who were reminded before, and were not decided about again.
    public var reminded: [UserID]
    /// Of a trigger that stays open, the time that fired.
    public var firedTime: Timestamp?
    /// Of the last page, what is known of the recipients who are not on it.
    public var others: FanOutOthers

    /// Joins the parts.
    public init(
        trigger: PendingTrigger,
        notifications: [NewNotification],
        cursor: UserID?,
        isLast: Bool,
        waiting: [UserID: Timestamp] = [:],
        unknownWaiting: Set<UserID> = [],
        gone: [UserID] = [],
        reminded: [UserID] = [],
        firedTime: Timestamp? = nil,
        others: FanOutOthers = FanOutOthers()
    ) {
        self.trigger = trigger
        self.notifications = notifications
        self.cursor = cursor
        self.isLast = isLast
        self.waiting = waiting
        self.unknownWaiting = unknownWaiting
        self.gone = gone
        self.reminded = reminded
        self.firedTime = firedTime
        self.others = others
    }
}

/// What is known of a trigger's recipients who are not on its last page; read only where it is asked for.
public struct FanOutOthers: Sendable, Equatable {
    /// The earliest instant that any of them waits for.
    public var nextWait: Timestamp?
    /// Whether any of them was decided about; read when the last page is empty.
    public var hasDecisions: Bool

    /// States what is known; nothing is what is not asked for.
    public init(nextWait: Timestamp? = nil, hasDecisions: Bool = false) {
        self.nextWait = nextWait
        self.hasDecisions = hasDecisions
    }
}
