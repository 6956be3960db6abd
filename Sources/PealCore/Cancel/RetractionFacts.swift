/// One user's notification as the retraction of its cancelled trigger sees it (R165).
public struct RetractionFacts: Sendable, Equatable {
    /// The notification.
    public var notification: NotificationID
    /// Whose it is.
    public var user: UserID
    /// What the inbox does with it.
    public var inApp: InAppResult
    /// What has become of its push.
    public var push: PushState
    /// Why the push ended; `nil` when it did not.
    public var reason: Reason?

    /// Joins the parts.
    public init(
        notification: NotificationID,
        user: UserID,
        inApp: InAppResult,
        push: PushState,
        reason: Reason? = nil
    ) {
        self.notification = notification
        self.user = user
        self.inApp = inApp
        self.push = push
        self.reason = reason
    }

    /// Whether the push was withdrawn before it left: the user is reminded again when its time fires again.
    public var wasWithdrawn: Bool { push == .suppressed && reason?.isCancel == true }

    /// What changes: the inbox hides the row, and screens remove its push; `nil` when neither shows it.
    public var retraction: InboxRetraction? {
        let mayBeOnScreens = push == .sending || push == .stopped
        guard inApp == .show || mayBeOnScreens else { return nil }
        return InboxRetraction(notification: notification, user: user, hides: inApp == .show ? .cancelled : nil)
    }
}
