public import PealCore

/// A cancelled trigger's part in one user's inbox and on their screens (R165).
public struct InboxRetraction: Sendable, Equatable {
    /// The notification.
    public var notification: NotificationID
    /// Whose it is.
    public var user: UserID
    /// Whether it was pushed, so that screens may show it.
    public var clearsScreens: Bool
    /// When it is retracted.
    public var at: Timestamp

    /// Joins the parts.
    public init(notification: NotificationID, user: UserID, clearsScreens: Bool, at: Timestamp) {
        self.notification = notification
        self.user = user
        self.clearsScreens = clearsScreens
        self.at = at
    }
}
