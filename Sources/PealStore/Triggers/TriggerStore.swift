public import PealCore

/// Keeps triggers: durable intake, claims and listing.
public protocol TriggerStore: Sendable {
    /// Accepts triggers in one transaction; when it returns they are on disk.
    ///
    /// Each submission's entities are upserted, then its claim is taken: a claim held by an earlier trigger makes it a
    /// duplicate and stores nothing of it (R154, R156). Then its sender limits rule on it; one they refuse leaves nothing
    /// behind (R160). Its entities' times are planned by its schedules.
    ///
    /// `answer` is written under its key in the same transaction, so that a crash leaves neither.
    func accept(
        _ submissions: [TriggerSubmission],
        answer: IdempotentAnswer<[TriggerAcceptance]>?
    ) async throws -> [TriggerAcceptance]

    /// What sender limits would make of a trigger now; nothing is stored, and no place is taken (R160).
    ///
    /// `entities` count as if they were upserted. A trigger whose claim is held would be a duplicate, which takes no place.
    func outlook(
        of trigger: Trigger,
        entities: [EntityPatch],
        claim: TriggerSubmission.Claim?,
        limits: LimitCheck
    ) async throws -> LimitOutlook

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

/// One trigger on its way in.
public struct TriggerSubmission: Sendable {
    /// The checked trigger; its `data` is not stored in clear.
    public var trigger: Trigger
    /// The sealed `data`.
    public var sealedData: [UInt8]
    /// Entities to upsert in the same transaction.
    public var entities: [EntityPatch]
    /// The claim to take.
    public var claim: Claim?
    /// The sender limits it is held to; `nil` is none.
    public var limits: LimitCheck?
    /// The schedules that its entities' times are planned by.
    public var schedules: SchedulesInForce
    /// How urgent it can be for anybody; the most urgent are fanned out first.
    public var urgency: Priority

    /// At most one trigger holds a claim until it expires.
    public struct Claim: Sendable, Equatable {
        /// What is claimed, unique within the app.
        public var key: String
        /// Until when; `nil` is for ever.
        public var expiresAt: Timestamp?

        /// Joins both parts.
        public init(key: String, expiresAt: Timestamp?) {
            self.key = key
            self.expiresAt = expiresAt
        }
    }

    /// Joins the parts.
    public init(
        trigger: Trigger,
        sealedData: [UInt8],
        entities: [EntityPatch],
        claim: Claim?,
        limits: LimitCheck? = nil,
        schedules: SchedulesInForce = [],
        urgency: Priority? = nil
    ) {
        self.trigger = trigger
        self.sealedData = sealedData
        self.entities = entities
        self.claim = claim
        self.limits = limits
        self.schedules = schedules
        self.urgency = urgency ?? trigger.priority ?? .normal
    }
}
