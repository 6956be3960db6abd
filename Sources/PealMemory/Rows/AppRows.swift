package import PealCore
import PealStore

/// Everything that is stored of one app.
package struct AppRows: Sendable {
    package let app: AppID
    /// What the current transaction did; written to the event log when it ends.
    var events: [Event] = []

    var users = Table<User>()
    var erased: [UserID: Timestamp] = [:]
    /// When users who were put again had been erased.
    var putAgain: [UserID: Timestamp] = [:]
    var entities = Table<Entity>()
    var members = Table<Member>()
    /// What participants of events replied.
    var replies = Table<EtaReplyRow>()
    /// Counts the changes of what decisions read of a user, and of an entity.
    var factsVersions: [UserID: Int] = [:]
    var entityVersions: [EntityRef: Int] = [:]
    /// The highest version of any entity that was deleted: one that is put later begins above it.
    var entityFloor = 0
    /// Deleted entities whose triggers are not all looked at.
    var deletions: [EntityRef: DeletionRow] = [:]
    var devices = Table<DeviceRow>()
    /// What was found last of whether pushes reach a user.
    var reachability: [UserID: ReachabilityRecord] = [:]
    /// What the sweeps of the last day took.
    var deviceSweep: DeviceSweep?
    package var preferences: [UserID: Preferences] = [:]
    var mutes: [UserID: [Mute]] = [:]
    /// How many users want no pushes of a category; 0 where some wanted none before.
    var optOuts: [CategoryID: Int] = [:]

    var triggers = Table<TriggerRow>()
    var claims: [TextKey: ClaimHolder] = [:]
    var quotas: [QuotaKey: QuotaRow] = [:]
    var reservations: [TriggerID: [QuotaKey]] = [:]
    var rejected: [RejectedRequestFilter.Kind: [RejectedRow]] = [:]
    /// The recipients whose local times a trigger still waits for.
    var localWaits: [TriggerID: [UserID: Timestamp]] = [:]
    var firings = Table<FiringRow>()
    /// The users that each time has fired for, with the trigger that reminded them last.
    var reminders: [FiringRow.Key: [UserID: TriggerID]] = [:]
    /// The catalog version whose schedules all entities are, or are being, planned by.
    var plannedVersion: Int?
    var isPlanned = false

    var notifications = Table<NotificationRow>()
    /// The actions that users took on notifications.
    var actions = Table<ActionRow>()
    /// Sealed texts that several notifications use.
    var contents = Table<ContentRow>()
    var badges: [UserID: InboxCounts] = [:]
    var deliveries = Table<DeliveryRow>()
    var channelAddresses = Table<ChannelAddressRow>()
    var channelDeliveries = Table<ChannelDeliveryRow>()
    var receipts = Table<ReceiptRow>()
    var redeliveries = Table<RedeliveryRow>()
    var syncs = Table<SyncState>()
    /// The pushes that a device's next silent sync push takes off its screen, in order.
    var clears: [DeviceID: [NotificationID]] = [:]
    var queues: [ProviderID: QueueRecord] = [:]
    package var analytics = AnalyticsTables()
    /// The number that the next row of events gets.
    var analyticsNumber: Int64 = 1

    var alerts: [Alert.Key: Alert] = [:]
    var webhooks: [WebhookID: WebhookRow] = [:]
    var webhookMessages = Table<WebhookMessageRow>()

    var answers: [IdempotencyKey: AnswerRow] = [:]
    var catalogs: [CatalogRow] = []
    var secretKeys: [SecretKeyRow] = []
    var dataKeys: [DataKeyRecord] = []
    var audit = AuditLogRows()
    /// The sealed keys of users' claims.
    var auditSecrets: [UserID: [UInt8]] = [:]
    var claimUses: [UserID: ClaimUse] = [:]

    init(app: AppID) { self.app = app }

    mutating func add(
        _ kind: EventKind,
        user: UserID? = nil,
        _ subject: Event.Subject = .none,
        _ detail: EventDetail = .none
    ) {
        events.append(Event(kind, app: app, user: user, subject, detail))
    }

    func queue(_ provider: ProviderID) -> QueueKey { QueueKey(app: app, provider: provider) }
}
