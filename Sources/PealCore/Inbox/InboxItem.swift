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
    /// The outermost ancestor: the organisation.
    public var root: EntityRef?
    /// The content.
    public var content: StoredContent
    /// How urgent it is.
    public var priority: Priority
    /// Whether a push goes or went out too.
    public var pushes: Bool
    /// Whether any delivery was accepted, any is open, and whether all failed, for S0's `status`.
    public var deliveryStates: Set<DeliveryState>
    /// Whether it is pinned until acknowledged.
    public var isAlert = false
    /// When it was decided.
    public var createdAt: Timestamp
    /// When a push service accepted it first.
    public var acceptedAt: Timestamp?
    /// When a client first said that it received it.
    public var deliveredAt: Timestamp?
    /// When the user saw it.
    public var seenAt: Timestamp?
    /// When the user read it.
    public var readAt: Timestamp?
    /// The catalog version the content was rendered under.
    public var contentVersion: Int
    /// The trigger's data, encrypted; empty once it is no longer kept.
    public var sealedData: [UInt8] = []
    /// Whether it is in the inbox: neither hidden by its decision nor removed.
    public var isShown = true

    /// States what every row has; it is seen, read or an alert only when that is set.
    public init(
        id: NotificationID,
        triggerID: TriggerID,
        type: TypeID,
        category: CategoryID,
        content: StoredContent,
        priority: Priority,
        pushes: Bool,
        deliveryStates: Set<DeliveryState>,
        createdAt: Timestamp,
        contentVersion: Int
    ) {
        self.id = id
        self.triggerID = triggerID
        self.type = type
        self.category = category
        self.content = content
        self.priority = priority
        self.pushes = pushes
        self.deliveryStates = deliveryStates
        self.createdAt = createdAt
        self.contentVersion = contentVersion
    }
}
