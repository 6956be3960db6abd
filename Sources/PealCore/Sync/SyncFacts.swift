/// What silent sync pushes of one user are planned from.
public struct SyncFacts: Sendable, Equatable {
    /// A device of the user that is not revoked.
    public struct TargetDevice: Sendable, Equatable {
        /// The device.
        public var id: DeviceID
        /// The push service that reaches it.
        public var provider: ProviderID
        /// The operating system.
        public var platform: Platform
        /// What it may show.
        public var permission: PushPermission
        /// Whether it is in use.
        public var state: DeviceState
        /// When it last received a silent sync push.
        public var syncedAt: Timestamp?
        /// Whether a silent sync push is planned for it, or under way.
        public var isSyncing: Bool

        /// Joins the parts.
        public init(
            id: DeviceID,
            provider: ProviderID,
            platform: Platform,
            permission: PushPermission,
            state: DeviceState,
            syncedAt: Timestamp? = nil,
            isSyncing: Bool = false
        ) {
            self.id = id
            self.provider = provider
            self.platform = platform
            self.permission = permission
            self.state = state
            self.syncedAt = syncedAt
            self.isSyncing = isSyncing
        }
    }

    /// A notification that an event is about.
    public struct Item: Sendable, Equatable {
        /// The notification.
        public var id: NotificationID
        /// When it was decided.
        public var createdAt: Timestamp
        /// Its priority.
        public var priority: Priority
        /// What its user has done with it.
        public var state: InboxState
        /// Why the inbox does not show it, where that is so.
        public var hiddenBecause: Reason?

        /// Joins the parts.
        public init(
            id: NotificationID,
            createdAt: Timestamp,
            priority: Priority,
            state: InboxState,
            hiddenBecause: Reason?
        ) {
            self.id = id
            self.createdAt = createdAt
            self.priority = priority
            self.state = state
            self.hiddenBecause = hiddenBecause
        }
    }

    /// A delivery of the user.
    public struct Handover: Sendable, Equatable {
        /// The notification and the device.
        public var id: DeliveryID
        /// Its state.
        public var state: DeliveryState
        /// When a push service accepted it.
        public var acceptedAt: Timestamp?

        /// Joins the parts.
        public init(id: DeliveryID, state: DeliveryState, acceptedAt: Timestamp?) {
            self.id = id
            self.state = state
            self.acceptedAt = acceptedAt
        }
    }

    /// How many of a user's latest deliveries say which devices know a number.
    public static let recentLimit = 200

    /// The user's devices.
    public var devices: [TargetDevice]
    /// The notifications, as far as they still exist.
    public var items: [Item]
    /// The deliveries of the notifications.
    public var deliveries: [Handover]
    /// The user's latest deliveries, at most ``recentLimit``.
    public var recent: [Handover]

    /// Joins the parts.
    public init(devices: [TargetDevice], items: [Item], deliveries: [Handover], recent: [Handover]) {
        self.devices = devices
        self.items = items
        self.deliveries = deliveries
        self.recent = recent
    }
}

extension SyncFacts.TargetDevice {
    /// Whether it can receive a silent push: a browser must show something for every push, and a phone that may show
    /// nothing has nothing to clear.
    ///
    /// - Parameter providers: the push services of the installation.
    /// - Returns: whether it can.
    public func canSync(_ providers: Providers) -> Bool {
        state == .active && (permission == .granted || permission == .provisional)
            && platform != .web && providers.takeSilentPushes(provider)
    }
}
