/// A trigger as the backend sees it.
public struct TriggerReport: Sendable, Equatable {
    /// The identifier.
    public var id: TriggerID
    /// The type.
    public var type: TypeID
    /// What it is about.
    public var entity: EntityRef?
    /// Where it stands.
    public var status: TriggerStatus
    /// When it was accepted.
    public var acceptedAt: Timestamp
    /// When it is or was due.
    public var dueAt: Timestamp
    /// Decisions so far.
    public var recipients: Int
    /// Decisions by verdict.
    public var verdicts: [Verdict: Int]
    /// Notifications whose push is held, whatever their verdict.
    public var heldPushes: Int
    /// Notifications whose push waits to be bundled, whatever their verdict.
    public var digestedPushes = 0
    /// Suppressed decisions by reason.
    public var suppressed: [Reason: Int]
    /// Deliveries by state; those under way are among the pending ones.
    public var deliveries: [DeliveryState: Int]

    /// Joins the parts.
    public init(
        id: TriggerID,
        type: TypeID,
        entity: EntityRef?,
        status: TriggerStatus,
        acceptedAt: Timestamp,
        dueAt: Timestamp,
        recipients: Int,
        verdicts: [Verdict: Int],
        heldPushes: Int,
        suppressed: [Reason: Int],
        deliveries: [DeliveryState: Int]
    ) {
        self.id = id
        self.type = type
        self.entity = entity
        self.status = status
        self.acceptedAt = acceptedAt
        self.dueAt = dueAt
        self.recipients = recipients
        self.verdicts = verdicts
        self.heldPushes = heldPushes
        self.suppressed = suppressed
        self.deliveries = deliveries
    }
}
