/// A notification that may be past a time for which it is kept (R186, R215).
public struct AgedNotification: Sendable, Equatable {
    /// The notification.
    public var id: NotificationID
    /// Its user.
    public var userID: UserID
    /// When it was decided.
    public var createdAt: Timestamp
    /// What became of its push.
    public var push: PushState
    /// Its deliveries.
    public var deliveries: [DeliveryState]
    /// How far its trigger is; `nil` when that is gone.
    public var trigger: AgedTrigger.Progress?
    /// What its user has done with it.
    public var inbox: InboxState
    /// Why the inbox does not show it, where that is so.
    public var hiddenBecause: Reason?
    /// Whether its trace is there.
    public var hasTrace: Bool
    /// Whether the push that stands for it may still leave: ended before any device had it, it gives this one back.
    public var isRepresentativeOpen: Bool

    /// Joins the parts.
    public init(
        id: NotificationID,
        userID: UserID,
        createdAt: Timestamp,
        push: PushState,
        deliveries: [DeliveryState],
        trigger: AgedTrigger.Progress?,
        inbox: InboxState,
        hiddenBecause: Reason?,
        hasTrace: Bool,
        isRepresentativeOpen: Bool = false
    ) {
        self.id = id
        self.userID = userID
        self.createdAt = createdAt
        self.push = push
        self.deliveries = deliveries
        self.trigger = trigger
        self.inbox = inbox
        self.hiddenBecause = hiddenBecause
        self.hasTrace = hasTrace
        self.isRepresentativeOpen = isRepresentativeOpen
    }

    /// Whether something of it is still to come; then all of it stays, however old it is.
    var isOpen: Bool {
        push.isAwaited || deliveries.contains { $0.isOpen } || trigger?.isUnderWay ?? false
            || push == .represented && isRepresentativeOpen
    }

    /// Whether the inbox shows it.
    public var isShown: Bool { hiddenBecause == nil && inbox.removal == nil }
}

extension PushState {
    /// Whether another decision about the push is still to come.
    var isAwaited: Bool { self == .held || self == .digested }
}
