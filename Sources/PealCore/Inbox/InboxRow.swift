/// What a mark must know of a notification.
public struct InboxRow: Sendable, Equatable {
    /// The notification.
    public var id: NotificationID
    /// What was done with it.
    public var state: InboxState
    /// Whether its decision, or a cancel, keeps it out of the inbox.
    public var isHidden: Bool
    /// Until when its push is worth sending.
    public var expiresAt: Timestamp
    /// Its push, where that may still be stopped (``PushState/mayBeResolved``).
    public var push: RecipientPush?

    /// Joins the parts.
    public init(id: NotificationID, state: InboxState, isHidden: Bool, expiresAt: Timestamp, push: RecipientPush?) {
        self.id = id
        self.state = state
        self.isHidden = isHidden
        self.expiresAt = expiresAt
        self.push = push
    }

    /// Whether the inbox shows it.
    public var isShown: Bool { !isHidden && state.removal == nil }
}

extension PushState {
    /// Whether a push in this state ends when its user has dealt with the notification (R165).
    public var mayBeResolved: Bool { self == .held || self == .sending }

    /// Whether a push of the notification has been sent to devices, or is held for them.
    public var reachesDevices: Bool { self == .sending || self == .stopped || self == .held }
}
