public import PealCore

/// A delivery leased to this process, with all that composing and sending need.
public struct ClaimedDelivery: Sendable {
    /// Which.
    public var id: DeliveryID
    /// The queue it goes through.
    public var queue: QueueKey
    /// Whose it is.
    public var userID: UserID
    /// The device it is for.
    public var device: Device
    /// What it delivers.
    public var notification: Notification
    /// The catalog version whose policy decided.
    public var policyVersion: Int
    /// The user's counts; the catalog says which of them the badge shows.
    public var badge: InboxCounts
    /// How often it was tried again so far.
    public var spent: Spent
    /// When it is no longer worth delivering.
    public var expiresAt: Timestamp
    /// The notification whose place it takes on a device; `nil` for its own.
    public var replaces: NotificationID?
    /// Whether it stands for several of different kinds (R163).
    public var isSummary = false
    /// Whether its push service refused it as too large, so that it is sent smaller.
    public var isSmaller = false
    /// Whether the inbox row becomes an alert when no device could be reached (R147).
    public var alertsOnFailure = true
    /// What its push was decided from.
    public var stamp = DecisionStamp()
    /// What is stored now of that; `nil` while it is not late.
    public var late: Late?
    /// Whether an earlier push to the device, about anything, had not ended when this one was leased.
    public var hasEarlier = true
    /// When it was to go, by which its latency is measured; `nil` where it waited for quiet hours or a digest.
    public var startedAt: Timestamp?

    /// A device, as far as sending needs it.
    public struct Device: Sendable, Equatable {
        /// The sealed token.
        public var sealedToken: [UInt8]
        /// The operating system.
        public var platform: Platform
        /// When it registered last.
        public var lastSeenAt: Timestamp
        /// The provider's environment of it.
        public var environment: String?
        /// Whether its app draws pushes itself where its push service leaves it the choice.
        public var drawsPushes = false

        /// States what every device has; its environment and what its app draws are set by name.
        public init(sealedToken: [UInt8], platform: Platform, lastSeenAt: Timestamp) {
            self.sealedToken = sealedToken
            self.platform = platform
            self.lastSeenAt = lastSeenAt
        }
    }

    /// A notification, as far as composing needs it.
    public struct Notification: Sendable, Equatable {
        /// The type.
        public var type: TypeID
        /// The category.
        public var category: CategoryID
        /// What it is about.
        public var entity: EntityRef?
        /// The parent of that.
        public var parent: EntityRef?
        /// The outermost ancestor: the organisation.
        public var root: EntityRef?
        /// The content.
        public var content: StoredContent
        /// The catalog version the content was rendered under.
        public var contentVersion: Int
        /// How urgent it is.
        public var priority: Priority
        /// When it was decided.
        public var createdAt: Timestamp

        /// States what every notification has; what it is about is set where there is anything.
        public init(
            type: TypeID,
            category: CategoryID,
            content: StoredContent,
            contentVersion: Int,
            priority: Priority,
            createdAt: Timestamp
        ) {
            self.type = type
            self.category = category
            self.content = content
            self.contentVersion = contentVersion
            self.priority = priority
            self.createdAt = createdAt
        }
    }

    /// How often a delivery was tried again.
    public struct Spent: Sendable, Equatable {
        /// Counted retries.
        public var retries: Int
        /// Uncounted resends.
        public var resends: Int

        /// Counts both.
        public init(retries: Int, resends: Int) {
            self.retries = retries
            self.resends = resends
        }
    }

    /// What a late push is compared with, and decided again by.
    public struct Late: Sendable, Equatable {
        /// Its trigger.
        public var trigger: TriggerID
        /// What is stored now of what it was decided from.
        public var versions: DecisionStamp.Versions

        /// Names a trigger and what is stored now.
        public init(trigger: TriggerID, versions: DecisionStamp.Versions) {
            self.trigger = trigger
            self.versions = versions
        }
    }

    /// States what every delivery has; digests, stamps and what makes it late are set by name.
    public init(
        id: DeliveryID,
        queue: QueueKey,
        userID: UserID,
        device: Device,
        notification: Notification,
        policyVersion: Int,
        badge: InboxCounts,
        spent: Spent,
        expiresAt: Timestamp
    ) {
        self.id = id
        self.queue = queue
        self.userID = userID
        self.device = device
        self.notification = notification
        self.policyVersion = policyVersion
        self.badge = badge
        self.spent = spent
        self.expiresAt = expiresAt
    }
}

extension ClaimedDelivery {
    /// The app.
    public var app: AppID { queue.app }

    /// The push service.
    public var provider: ProviderID { queue.provider }

    /// Whether it is late and the rules have to be asked again before it is sent.
    /// - Parameters:
    ///   - policy: the catalog version in force.
    ///   - now: the instant of the attempt.
    /// - Returns: `false` for nearly all.
    public func isOutdated(policy: Int?, at now: Timestamp) -> Bool {
        guard let late, stamp.versions.facts != nil else { return false }
        return policy != policyVersion || !stamp.holds(for: late.versions, at: now)
    }
}
