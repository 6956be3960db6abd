/// What a notification sends in a channel other than push and the inbox, as it is stored.
///
/// Its states are those of ``DeliveryMachine``. It is held while it is pending for a reason: it is decided again when due.
public struct ChannelDelivery: Sendable, Equatable {
    /// Which.
    public var id: ChannelDeliveryID
    /// Whose it is.
    public var user: UserID
    /// How urgent it is.
    public var priority: Priority
    /// Where it is.
    public var state: DeliveryState
    /// Why it is held, or why it ended; `nil` for one that is sent.
    public var reason: Reason?
    /// When it is sent next or decided again; `nil` unless it is pending.
    public var dueAt: Timestamp?
    /// When it is no longer worth delivering.
    public var expiresAt: Timestamp
    /// The process that sends it; `nil` until it was leased first.
    public var epoch: Int?
    /// Counted retries so far.
    public var retriesUsed = 0
    /// Uncounted resends so far.
    public var resendsUsed = 0
    /// The attempts, oldest first; at most the last 20.
    public var attempts: [AttemptRecord] = []

    /// States what every delivery has; it was not leased nor tried yet.
    public init(
        id: ChannelDeliveryID,
        user: UserID,
        priority: Priority,
        state: DeliveryState,
        reason: Reason? = nil,
        dueAt: Timestamp? = nil,
        expiresAt: Timestamp
    ) {
        self.id = id
        self.user = user
        self.priority = priority
        self.state = state
        self.reason = reason
        self.dueAt = dueAt
        self.expiresAt = expiresAt
    }

    /// Whether it waits to be decided again.
    public var isHeld: Bool { state == .pending && reason != nil }
}
