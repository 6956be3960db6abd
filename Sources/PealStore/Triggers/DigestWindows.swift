public import PealCore

/// Which parts of people's histories the rules of some types ask for.
public struct HistoryNeeds: Sendable, Equatable {
    /// How far back the pushes of throttled types are counted.
    public var throttled: [TypeID: Duration]
    /// Whether notifications pending for a summary are counted.
    public var countsPending: Bool

    /// Joins both parts.
    public init(throttled: [TypeID: Duration] = [:], countsPending: Bool = false) {
        self.throttled = throttled
        self.countsPending = countsPending
    }

    /// Adds what a type asks for.
    public mutating func add(_ type: NotificationType) {
        if let throttle = type.throttle { throttled[type.id] = throttle.per }
        if type.summary != nil { countsPending = true }
    }
}

/// A person's bundling window whose time has come.
public struct DueWindow: Sendable, Equatable {
    /// The app.
    public var app: AppID
    /// Whose it is.
    public var userID: UserID
    /// Names the window within the app and the person.
    public var slot: String
    /// Items that are still worth pushing: neither read meanwhile nor expired.
    public var count: Int
    /// Every item that waits in it.
    public var total: Int
    /// What was pushed when the window opened and has not been read since; a bundle takes its place.
    public var opener: NotificationID?
    /// The newest item that is still worth pushing.
    public var newest: NotificationID?

    /// What it holds, counted.
    public var contents: DigestWindow.Contents {
        DigestWindow.Contents(count: count, total: total, hasOpener: opener != nil)
    }

    /// How many notifications its bundle stands for.
    public var size: Int { contents.size }

    /// Joins the parts.
    public init(
        app: AppID,
        userID: UserID,
        slot: String,
        count: Int,
        total: Int,
        opener: NotificationID? = nil,
        newest: NotificationID? = nil
    ) {
        self.app = app
        self.userID = userID
        self.slot = slot
        self.count = count
        self.total = total
        self.opener = opener
        self.newest = newest
    }
}

/// A window with what became of it.
public struct ClosedWindow: Sendable {
    /// The window as it was read.
    public var window: DueWindow
    /// The item that carries the bundle; `nil` when none is worth it.
    public var carrier: ReleasedNotification?
    /// Why the other items are not pushed themselves.
    public var reason: Reason
    /// Whether the other items stay in the window, each to be pushed by itself.
    public var leavesOthers: Bool
    /// When it was decided.
    public var at: Timestamp

    /// Joins the parts.
    public init(
        window: DueWindow,
        carrier: ReleasedNotification?,
        reason: Reason,
        leavesOthers: Bool = false,
        at: Timestamp
    ) {
        self.window = window
        self.carrier = carrier
        self.reason = reason
        self.leavesOthers = leavesOthers
        self.at = at
    }
}

/// The words of a push that stands for several notifications.
public struct BundleText: Sendable, Equatable {
    /// The title.
    public var title: String
    /// The body.
    public var body: String

    /// Joins both parts.
    public init(title: String, body: String) {
        self.title = title
        self.body = body
    }
}
