public import PealCore

/// Hands out what devices are to be told silently: which pushes to take off the screen, and the badge (R165, R172).
///
/// A device has one signal at most: a newer one joins it. Signals are not deliveries, nobody waits for them, and one
/// that is lost is made good by the next push, which carries the badge too.
public protocol SignalStore: Sendable {
    /// Leases due signals to this epoch, within what the budget has left.
    func claimSignals(now: Timestamp, budget: ClaimBudget, epoch: Int) async throws -> [ClaimedSignal]

    /// Writes what became of signals in one transaction.
    func record(_ results: [SignalResult]) async throws

    /// What silent sync pushes of a user are planned from, after events about some notifications.
    func syncFacts(of user: UserID, app: AppID, about ids: [NotificationID]) async throws -> SyncFacts
}

/// A signal leased to this process.
public struct ClaimedSignal: Sendable, Equatable {
    /// The device.
    public var device: DeviceID
    /// The app.
    public var app: AppID
    /// Whose device it is.
    public var userID: UserID
    /// The push service.
    public var provider: ProviderID
    /// The sealed token.
    public var sealedToken: [UInt8]
    /// The device's operating system.
    public var platform: Platform
    /// The provider's environment of the device.
    public var environment: String?
    /// When the device registered last.
    public var deviceLastSeenAt: Timestamp
    /// Rows the person has not seen.
    public var unseen: Int
    /// Rows the person has not read.
    public var unread: Int
    /// Counts changes of the badge.
    public var badgeVersion: Int
    /// Pushes to take off the screen, the newest first; none tells of the badge alone.
    public var cleared: [ClearedPush]
    /// Retries so far.
    public var retriesUsed: Int
    /// When it is no longer worth telling.
    public var expiresAt: Timestamp

    /// Joins the parts.
    public init(
        device: DeviceID,
        app: AppID,
        userID: UserID,
        provider: ProviderID,
        sealedToken: [UInt8],
        platform: Platform,
        environment: String?,
        deviceLastSeenAt: Timestamp,
        unseen: Int,
        unread: Int,
        badgeVersion: Int,
        cleared: [ClearedPush],
        retriesUsed: Int,
        expiresAt: Timestamp
    ) {
        self.device = device
        self.app = app
        self.userID = userID
        self.provider = provider
        self.sealedToken = sealedToken
        self.platform = platform
        self.environment = environment
        self.deviceLastSeenAt = deviceLastSeenAt
        self.unseen = unseen
        self.unread = unread
        self.badgeVersion = badgeVersion
        self.cleared = cleared
        self.retriesUsed = retriesUsed
        self.expiresAt = expiresAt
    }

    /// The lane it goes through.
    public var lane: LaneKey { LaneKey(app: app, provider: provider) }
}

/// A push that was handed to a device and is to leave its screen.
public struct ClearedPush: Sendable, Equatable {
    /// The notification.
    public var id: NotificationID
    /// The notification whose tag the push carried.
    public var identity: NotificationID
    /// The collapse key the push carried in its tag's place.
    public var collapse: String?

    /// Joins the parts.
    public init(id: NotificationID, identity: NotificationID, collapse: String?) {
        self.id = id
        self.identity = identity
        self.collapse = collapse
    }
}

/// What became of a signal.
public struct SignalResult: Sendable, Equatable {
    /// Which signal.
    public var signal: ClaimedSignal
    /// When it is tried again; `nil` is never.
    public var retryAt: Timestamp?
    /// What happens to the device's address.
    public var deviceChange: DeliveryMachine.DeviceChange
    /// When the attempt ended.
    public var at: Timestamp
    /// The epoch that holds the lease; results of older epochs are not written.
    public var epoch: Int

    /// Joins the parts.
    public init(
        signal: ClaimedSignal,
        retryAt: Timestamp?,
        deviceChange: DeliveryMachine.DeviceChange,
        at: Timestamp,
        epoch: Int
    ) {
        self.signal = signal
        self.retryAt = retryAt
        self.deviceChange = deviceChange
        self.at = at
        self.epoch = epoch
    }
}
