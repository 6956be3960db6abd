/// A user's digest window whose time has come, as it was read.
public struct DueWindow: Sendable, Equatable {
    /// The app.
    public var app: AppID
    /// Whose it is.
    public var userID: UserID
    /// Names the window within the app and the user.
    public var windowKey: String
    /// When it was to close.
    public var closesAt: Timestamp
    /// What waits in it.
    public var items: [DigestItemGroup]
    /// What left when it opened and is still shown: a digest takes its place on devices.
    public var opener: DigestOpener?

    /// Joins the parts.
    public init(
        app: AppID,
        userID: UserID,
        windowKey: String,
        closesAt: Timestamp,
        items: [DigestItemGroup],
        opener: DigestOpener? = nil
    ) {
        self.app = app
        self.userID = userID
        self.windowKey = windowKey
        self.closesAt = closesAt
        self.items = items
        self.opener = opener
    }
}

extension DueWindow {
    private var worthPushing: DigestItemGroup? { items.first { $0.worth.obstacle == nil } }

    /// Items that are still worth pushing: neither resolved meanwhile nor expired.
    public var count: Int { worthPushing?.count ?? 0 }
    /// The newest item that is still worth pushing.
    public var newest: NotificationID? { worthPushing?.newest }
    /// Every item that waits in it.
    public var total: Int { items.reduce(0) { $0 + $1.count } }
    /// How many notifications its digest stands for.
    public var size: Int { contents.size }

    /// What it holds, counted.
    public var contents: DigestWindow.Contents {
        DigestWindow.Contents(count: count, total: total, hasOpener: opener != nil)
    }

    /// The window once one item that was worth pushing, not the newest, was pushed as itself.
    public func withoutOne() -> DueWindow {
        var window = self
        guard let index = items.firstIndex(where: { $0.worth.obstacle == nil }) else { return window }
        window.items[index].count -= 1
        if window.items[index].count == 0 { window.items.remove(at: index) }
        return window
    }

    /// The window with one item worth pushing, to be decided as itself.
    public func withOne() -> DueWindow {
        var window = self
        for index in items.indices where items[index].worth.obstacle == nil { window.items[index].count = 1 }
        return window
    }
}
