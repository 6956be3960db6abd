/// What a retraction changes for one user.
public struct InboxRetraction: Sendable, Equatable {
    /// The notification.
    public var notification: NotificationID
    /// Whose it is.
    public var user: UserID
    /// Why the inbox hides the row from now on; `nil` when it hides it already.
    public var hides: Reason?

    /// Joins the parts.
    public init(notification: NotificationID, user: UserID, hides: Reason?) {
        self.notification = notification
        self.user = user
        self.hides = hides
    }
}
