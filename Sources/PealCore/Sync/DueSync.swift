/// What the claim of a silent sync push is planned from.
public struct DueSync: Sendable, Equatable {
    /// The device that it goes to.
    public struct Target: Sendable, Equatable {
        /// Whose device it is now.
        public var owner: UserID
        /// The encrypted token.
        public var sealedToken: [UInt8]
        /// The push service's environment of the device.
        public var environment: String?
        /// When the device registered last.
        public var lastSeenAt: Timestamp
        /// What decides whether it can receive a silent push.
        public var device: SyncFacts.TargetDevice

        /// Joins the parts.
        public init(
            owner: UserID,
            sealedToken: [UInt8],
            environment: String?,
            lastSeenAt: Timestamp,
            device: SyncFacts.TargetDevice
        ) {
            self.owner = owner
            self.sealedToken = sealedToken
            self.environment = environment
            self.lastSeenAt = lastSeenAt
            self.device = device
        }
    }

    /// A notification that is to be removed from the device's screen.
    public struct Clear: Sendable, Equatable {
        /// The notification.
        public var id: NotificationID
        /// Its push; `nil` when the user has no such notification any more.
        public var push: TaggedPush?
        /// The state of its delivery to the device; `nil` when there is none.
        public var delivery: DeliveryState?
        /// The states of newer deliveries to the device that have the same tag.
        public var newer: Set<DeliveryState>

        /// Joins the parts.
        public init(id: NotificationID, push: TaggedPush?, delivery: DeliveryState?, newer: Set<DeliveryState>) {
            self.id = id
            self.push = push
            self.delivery = delivery
            self.newer = newer
        }
    }

    /// The app.
    public var app: AppID
    /// The push.
    public var state: SyncState
    /// The device.
    public var target: Target
    /// The user's counts.
    public var counts: InboxCounts
    /// What is to be removed from the screen, the newest first; at most ``SyncPush/clearLimit``.
    public var clears: [Clear]

    /// Joins the parts.
    public init(app: AppID, state: SyncState, target: Target, counts: InboxCounts, clears: [Clear]) {
        self.app = app
        self.state = state
        self.target = target
        self.counts = counts
        self.clears = clears
    }
}
