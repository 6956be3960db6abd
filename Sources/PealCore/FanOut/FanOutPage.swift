/// A page of a trigger's recipients, as far as the trigger's own life depends on it.
public struct FanOutPage: Sendable, Equatable {
    /// Where the fan-out was when the page was read.
    public var position: FanOutPosition
    /// Whether the trigger is sent at each recipient's local time.
    public var isLocal = false
    /// Until when users who join the audience become recipients, too; `nil` when it is read once.
    public var openUntil: Timestamp?
    /// Whether the first pass over the audience is over: later ones read only the users who wait.
    public var isPlaced = false
    /// The last user of the page; `nil` of an empty one.
    public var cursor: UserID?
    /// Whether it is the last page, or the last one of a pass.
    public var isLast: Bool
    /// The users that were decided about.
    public var decided: [UserID]
    /// The users whose local time has not come, with its instant.
    public var waiting: [UserID: Timestamp] = [:]
    /// The users who waited and are not in the audience any more.
    public var gone: [UserID] = []
    /// The users who were reminded before, and are not decided about again.
    public var reminded: [UserID] = []
    /// What is known of the recipients who are not on the page.
    public var others = FanOutOthers()

    /// States what every page has; local times, an open audience and users who left are set where there are any.
    public init(position: FanOutPosition, cursor: UserID?, isLast: Bool, decided: [UserID]) {
        self.position = position
        self.cursor = cursor
        self.isLast = isLast
        self.decided = decided
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
