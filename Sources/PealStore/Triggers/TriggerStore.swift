public import PealCore

/// Reads triggers, and the facts that their acceptance or another time is planned from.
public protocol TriggerStore: Sendable {
    /// Reads facts in one snapshot.
    func acceptFacts(_ needs: AcceptNeeds, app: AppID) async throws -> AcceptFacts

    /// A trigger that is to be moved or resumed; `nil` when the app has none by that identifier.
    ///
    /// A claim that expired by `now` has no holder.
    func moveFacts(of trigger: TriggerID, app: AppID, now: Timestamp) async throws -> MoveFacts?

    /// How many accepted triggers of each app still wait to be fanned out, now or at a later time.
    func backlogs() async throws -> [AppID: Int]

    /// One trigger with its counts; `nil` when the app has none by that identifier.
    func trigger(_ id: TriggerID, app: AppID) async throws -> TriggerReport?

    /// Triggers, newest first.
    func triggers(app: AppID, filter: TriggerFilter, page: PageRequest) async throws -> Page<TriggerReport>
}

extension TriggerStore {
    /// How many accepted triggers of all apps still wait to be fanned out.
    public func backlog() async throws -> Int { try await backlogs().values.reduce(0, +) }
}

/// Which triggers a listing shows.
public struct TriggerFilter: Sendable, Equatable {
    /// Of one type.
    public var type: TypeID?
    /// In one status.
    public var status: TriggerStatus?
    /// Accepted at or after an instant.
    public var since: Timestamp?

    /// Joins the parts.
    public init(type: TypeID? = nil, status: TriggerStatus? = nil, since: Timestamp? = nil) {
        self.type = type
        self.status = status
        self.since = since
    }
}

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
