public import PealCore

/// A receipt that can be asked for, with what a contradiction needs.
public struct PendingReceipt: Sendable, Equatable {
    /// Which delivery.
    public var id: DeliveryID
    /// Whose queue.
    public var queue: QueueKey
    /// What the push service calls it.
    public var receipt: String
    /// The type, whose retry schedule counts.
    public var type: TypeID
    /// How often it was asked for.
    public var asked: Int
    /// When the push service forgets it.
    public var forgottenAt: Timestamp
    /// Counted retries of the delivery.
    public var retriesUsed: Int
    /// When the device registered last.
    public var deviceLastSeenAt: Timestamp
    /// When the notification is no longer worth delivering.
    public var expiresAt: Timestamp
    /// Whether an earlier attempt was refused as too large.
    public var isSmaller = false

    /// Joins the parts.
    public init(
        id: DeliveryID,
        queue: QueueKey,
        receipt: String,
        type: TypeID,
        asked: Int,
        forgottenAt: Timestamp,
        retriesUsed: Int,
        deviceLastSeenAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.id = id
        self.queue = queue
        self.receipt = receipt
        self.type = type
        self.asked = asked
        self.forgottenAt = forgottenAt
        self.retriesUsed = retriesUsed
        self.deviceLastSeenAt = deviceLastSeenAt
        self.expiresAt = expiresAt
    }
}
