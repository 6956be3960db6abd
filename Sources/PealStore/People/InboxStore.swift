public import PealCore

/// Keeps what people got, with `seen` and `read` apart.
public protocol InboxStore: Sendable {
    /// Shown rows, alerts first on the first page, then newest first.
    func inbox(of user: UserID, app: AppID, filter: InboxFilter, page: PageRequest) async throws -> Page<InboxItem>

    /// Every row held of the user, newest first: hidden and removed ones too.
    func heldItems(of user: UserID, app: AppID, page: PageRequest) async throws -> Page<InboxItem>

    /// One row of the user, if the inbox shows it or hidden ones count too.
    func item(_ id: NotificationID, of user: UserID, app: AppID, includesHidden: Bool) async throws -> InboxItem?

    /// Counts and the badge; rows decided before `since` are as good as gone (R186).
    func counts(of user: UserID, app: AppID, since: Timestamp?) async throws -> InboxCounts

    /// What marks of a user's notifications are planned from, the newest first, before one.
    func rows(_ selection: InboxSelection, of user: UserID, app: AppID, before last: NotificationID?, limit: Int)
        async throws -> [InboxRow]
}

extension InboxStore {
    /// One row of the user that the inbox shows.
    public func item(_ id: NotificationID, of user: UserID, app: AppID) async throws -> InboxItem? {
        try await item(id, of: user, app: app, includesHidden: false)
    }

    /// Counts and the badge, of rows of any age.
    public func counts(of user: UserID, app: AppID) async throws -> InboxCounts {
        try await counts(of: user, app: app, since: nil)
    }
}

/// Which rows a listing shows.
public struct InboxFilter: Sendable, Equatable {
    /// Only read (`true`) or unread (`false`) ones.
    public var isRead: Bool?
    /// Of one category.
    public var category: CategoryID?
    /// Of one thread.
    public var thread: String?
    /// Created at or after an instant.
    public var since: Timestamp?
    /// Rows to pass over (S0's `offset`, at most 1,000).
    public var offset: Int

    /// Joins the parts.
    public init(
        isRead: Bool? = nil,
        category: CategoryID? = nil,
        thread: String? = nil,
        since: Timestamp? = nil,
        offset: Int = 0
    ) {
        self.isRead = isRead
        self.category = category
        self.thread = thread
        self.since = since
        self.offset = offset
    }
}

/// A row of the inbox.
public struct InboxItem: Sendable, Equatable {
    /// The identifier.
    public var id: NotificationID
    /// Its trigger.
    public var triggerID: TriggerID
    /// The type.
    public var type: TypeID
    /// The category.
    public var category: CategoryID
    /// What it is about.
    public var entity: EntityRef?
    /// The parent of that.
    public var parent: EntityRef?
    /// The content.
    public var content: NotificationContent
    /// How urgent it is.
    public var priority: Priority
    /// Whether a push goes or went out too.
    public var pushes: Bool
    /// Whether any delivery was accepted, any is open, and whether all failed, for S0's `status`.
    public var deliveryStates: Set<DeliveryState>
    /// Whether it is pinned until acknowledged.
    public var isAlert: Bool
    /// When it was decided.
    public var createdAt: Timestamp
    /// When a provider accepted it first.
    public var deliveredAt: Timestamp?
    /// When the person saw it.
    public var seenAt: Timestamp?
    /// When the person read it.
    public var readAt: Timestamp?
    /// The catalog version the content was rendered under.
    public var contentVersion: Int
    /// Whether it is in the inbox: neither hidden by its decision nor removed.
    public var isShown: Bool

    /// Joins the parts.
    public init(
        id: NotificationID,
        triggerID: TriggerID,
        type: TypeID,
        category: CategoryID,
        entity: EntityRef?,
        parent: EntityRef?,
        content: NotificationContent,
        priority: Priority,
        pushes: Bool,
        deliveryStates: Set<DeliveryState>,
        isAlert: Bool,
        createdAt: Timestamp,
        deliveredAt: Timestamp?,
        seenAt: Timestamp?,
        readAt: Timestamp?,
        contentVersion: Int,
        isShown: Bool = true
    ) {
        self.id = id
        self.triggerID = triggerID
        self.type = type
        self.category = category
        self.entity = entity
        self.parent = parent
        self.content = content
        self.priority = priority
        self.pushes = pushes
        self.deliveryStates = deliveryStates
        self.isAlert = isAlert
        self.createdAt = createdAt
        self.deliveredAt = deliveredAt
        self.seenAt = seenAt
        self.readAt = readAt
        self.contentVersion = contentVersion
        self.isShown = isShown
    }
}

/// What a badge and a bell show.
public struct InboxCounts: Sendable, Equatable {
    /// Shown rows not read.
    public var unread: Int
    /// Shown rows not seen.
    public var unseen: Int
    /// Counts changes; clients keep the highest.
    public var version: Int

    /// Joins the parts.
    public init(unread: Int, unseen: Int, version: Int) {
        self.unread = unread
        self.unseen = unseen
        self.version = version
    }
}
