/// A silent sync push to one device of a user (ADR 0017).
public struct SyncPush: Sendable, Equatable {
    /// Notifications that one device's next sync pushes clear at most: twice what an Android screen holds.
    public static let clearLimit = 100
    /// How long it is worth sending.
    public static let lifetime = Duration.seconds(3_600)

    /// The user.
    public var user: UserID
    /// The device.
    public var device: DeviceID
    /// The push service that reaches it.
    public var provider: ProviderID
    /// Notifications to remove from the screen.
    public var cleared: [NotificationID]
    /// Whether the badge has changed.
    public var carriesBadge: Bool
    /// When it is due.
    public var dueAt: Timestamp
    /// When it is no longer worth sending.
    public var expiresAt: Timestamp

    /// What a device's next sync pushes clear once this one has joined them, in order.
    ///
    /// A queue that is paused for long does not accumulate more than a screen holds: the newest are kept.
    /// - Parameter waiting: what they clear already.
    /// - Returns: at most ``clearLimit`` notifications.
    public func clears(joining waiting: [NotificationID]) -> [NotificationID] {
        Set(waiting).union(cleared).sorted().suffix(Self.clearLimit)
    }

    /// Joins the parts.
    public init(
        user: UserID,
        device: DeviceID,
        provider: ProviderID,
        cleared: [NotificationID],
        carriesBadge: Bool,
        dueAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.user = user
        self.device = device
        self.provider = provider
        self.cleared = cleared
        self.carriesBadge = carriesBadge
        self.dueAt = dueAt
        self.expiresAt = expiresAt
    }
}
