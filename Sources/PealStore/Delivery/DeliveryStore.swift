public import PealCore

/// Hands out what is due under a lease that belongs to the process, and reads what outcomes are planned from.
public protocol DeliveryStore: Sendable {
    /// Starts a new process epoch: leases of older ones are void from here on (design §5).
    func beginEpoch() async throws -> Int

    /// Deliveries an older epoch left in flight: their answer was lost.
    func interrupted(epoch: Int, limit: Int) async throws -> [ClaimedDelivery]

    /// Leases due deliveries to this epoch, most urgent first, then oldest due.
    ///
    /// Cancelled ones are not among them, nor is more of any app or queue than the budget has room for. One that was
    /// decided before ``DecisionStamp/lateBefore(_:)`` comes with what is stored now of what it was decided from.
    func claim(now: Timestamp, budget: ClaimBudget, epoch: Int) async throws -> [ClaimedDelivery]

    /// What is known of some notifications of an app, with all their deliveries, and of some devices.
    func outcomeFacts(of notifications: Set<NotificationID>, devices: Set<DeviceID>, app: AppID) async throws
        -> OutcomeFacts

    /// How many pushes wait for each of some users: in queues, and held until an instant at the latest.
    func waitingCounts(of users: Set<UserID>, app: AppID, heldUntil instant: Timestamp) async throws
        -> [UserID: WaitingCount]

    /// A user's deliveries that wait in queues, each with what is stored now of what it was decided from where it is late;
    /// at most ``WaitingCount/limit``.
    func waiting(of user: UserID, app: AppID, now: Timestamp) async throws -> [ClaimedDelivery]

    /// What else the users of leased deliveries of an app get about the same entities, which each of them has, as far as
    /// rules ask for it.
    func neighbours(of deliveries: [ClaimedDelivery], by rules: OrderRules, app: AppID) async throws
        -> [DeliveryID: PushNeighbours]

    /// The notifications that a user's digest or summary stands for, next to its representative.
    func items(of representative: NotificationID, user: UserID, app: AppID) async throws -> [DigestItem]

    /// Receipts of one queue that can be asked for: of the queue that waits longest, oldest first.
    func dueReceipts(now: Timestamp, limit: Int) async throws -> [PendingReceipt]

    /// When the next receipt can be asked for, later than an instant.
    func nextReceipt(after now: Timestamp) async throws -> Timestamp?

    /// The deliveries of a notification with their attempts; `nil` when the app has no such notification.
    func deliveries(of notification: NotificationID, app: AppID) async throws -> [DeliveryReport]?
}

extension ClaimedDelivery {
    /// The queue it goes through.
    public var queue: QueueKey { QueueKey(app: app, provider: provider) }

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

/// A delivery leased to this process, with all that composing and sending need.
public struct ClaimedDelivery: Sendable {
    /// Which.
    public var id: DeliveryID
    /// The app.
    public var app: AppID
    /// Whose it is.
    public var userID: UserID
    /// The push service.
    public var provider: ProviderID
    /// The sealed token.
    public var sealedToken: [UInt8]
    /// The device's operating system.
    public var platform: Platform
    /// The provider's environment of the device.
    public var environment: String?
    /// Whether the device's app draws pushes itself where its push service leaves it the choice.
    public var drawsPushes: Bool
    /// When the device registered last.
    public var deviceLastSeenAt: Timestamp
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
    /// The catalog version the content was rendered under.
    public var contentVersion: Int
    /// The catalog version whose policy decided.
    public var policyVersion: Int
    /// The content.
    public var content: StoredContent
    /// How urgent it is.
    public var priority: Priority
    /// Rows the user has not seen; the catalog says which count the badge shows.
    public var unseen: Int
    /// Rows the user has not read.
    public var unread: Int
    /// Counts changes of the badge.
    public var badgeVersion: Int
    /// Counted retries so far.
    public var retriesUsed: Int
    /// Uncounted resends so far.
    public var resendsUsed: Int
    /// When it was decided.
    public var createdAt: Timestamp
    /// When it is no longer worth delivering.
    public var expiresAt: Timestamp
    /// The notification whose place it takes on a device; `nil` for its own.
    public var replaces: NotificationID?
    /// Whether it stands for several of different kinds (R163).
    public var isSummary: Bool
    /// Whether the inbox row becomes an alert when no device could be reached (R147).
    public var alertsOnFailure: Bool
    /// What its push was decided from.
    public var stamp: DecisionStamp
    /// What is stored now of that; `nil` while it is not late.
    public var late: Late?
    /// Whether an earlier push to the device, about anything, had not ended when this one was leased.
    public var hasEarlier: Bool
    /// When it was to go, by which its latency is measured; `nil` where it waited for quiet hours or a digest.
    public var startedAt: Timestamp?

    /// What a late push is compared with, and decided again by.
    public struct Late: Sendable, Equatable {
        /// Its trigger.
        public var trigger: TriggerID
        /// What is stored now of what it was decided from.
        public var versions: DecisionStamp.Versions

        /// Joins both.
        public init(trigger: TriggerID, versions: DecisionStamp.Versions) {
            self.trigger = trigger
            self.versions = versions
        }
    }

    /// Joins the parts.
    public init(
        id: DeliveryID,
        app: AppID,
        userID: UserID,
        provider: ProviderID,
        sealedToken: [UInt8],
        platform: Platform,
        environment: String?,
        drawsPushes: Bool = false,
        deviceLastSeenAt: Timestamp,
        type: TypeID,
        category: CategoryID,
        entity: EntityRef?,
        parent: EntityRef?,
        root: EntityRef? = nil,
        contentVersion: Int,
        policyVersion: Int,
        content: StoredContent,
        priority: Priority,
        unseen: Int,
        unread: Int,
        badgeVersion: Int,
        retriesUsed: Int,
        resendsUsed: Int,
        createdAt: Timestamp,
        expiresAt: Timestamp,
        replaces: NotificationID? = nil,
        isSummary: Bool = false,
        alertsOnFailure: Bool = true,
        stamp: DecisionStamp = DecisionStamp(),
        late: Late? = nil,
        hasEarlier: Bool = true
    ) {
        self.id = id
        self.app = app
        self.userID = userID
        self.provider = provider
        self.sealedToken = sealedToken
        self.platform = platform
        self.environment = environment
        self.drawsPushes = drawsPushes
        self.deviceLastSeenAt = deviceLastSeenAt
        self.type = type
        self.category = category
        self.entity = entity
        self.parent = parent
        self.root = root
        self.contentVersion = contentVersion
        self.policyVersion = policyVersion
        self.content = content
        self.priority = priority
        self.unseen = unseen
        self.unread = unread
        self.badgeVersion = badgeVersion
        self.retriesUsed = retriesUsed
        self.resendsUsed = resendsUsed
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.replaces = replaces
        self.isSummary = isSummary
        self.alertsOnFailure = alertsOnFailure
        self.stamp = stamp
        self.late = late
        self.hasEarlier = hasEarlier
    }
}
