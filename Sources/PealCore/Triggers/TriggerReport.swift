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
    public private(set) var recipients = 0
    /// Decisions by verdict.
    public private(set) var verdicts: [Verdict: Int] = [:]
    /// Notifications whose push is held, whatever their verdict.
    public private(set) var heldPushes = 0
    /// Notifications whose push waits in a digest, whatever their verdict.
    public private(set) var digestedPushes = 0
    /// Notifications whose push is not sent, by reason, whatever their verdict.
    public private(set) var suppressedPushes: [Reason: Int] = [:]
    /// Notifications whose push went to devices, whatever became of it there.
    public private(set) var sentPushes = 0
    /// Notifications that the inbox shows.
    public private(set) var shownRows = 0
    /// Notifications that the inbox does not show, by reason.
    public private(set) var hiddenRows: [Reason: Int] = [:]
    /// Suppressed decisions by reason.
    public private(set) var suppressed: [Reason: Int] = [:]
    /// Deliveries by state; those that are being sent are among the pending ones.
    public private(set) var deliveries: [DeliveryState: Int] = [:]

    /// How many decisions of a trigger have the same results.
    public struct Decisions: Sendable, Equatable {
        /// The inbox result.
        public var inApp: InAppResult
        /// The push result.
        public var push: PushResult
        /// How many.
        public var count: Int

        /// Counts decisions.
        public init(inApp: InAppResult, push: PushResult, count: Int) {
            self.inApp = inApp
            self.push = push
            self.count = count
        }
    }

    /// Reports on a trigger from what is counted of it.
    public init(
        id: TriggerID,
        type: TypeID,
        entity: EntityRef?,
        acceptedAt: Timestamp,
        dueAt: Timestamp,
        state: TriggerState,
        decisions: [Decisions],
        deliveries: [DeliveryState: Int]
    ) {
        self.id = id
        self.type = type
        self.entity = entity
        self.acceptedAt = acceptedAt
        self.dueAt = dueAt
        self.deliveries = deliveries.filter { $0.value > 0 }
        status = .running
        for decisions in decisions { add(decisions) }
        let open = heldPushes + digestedPushes + self.deliveries[.pending, default: 0]
        status = TriggerMachine.status(state, isDelayed: dueAt > acceptedAt, open: open)
    }

    private mutating func add(_ decisions: Decisions) {
        let (inApp, push, count) = (decisions.inApp, decisions.push, decisions.count)
        let decision = Decision(inApp: inApp, push: push, priority: .normal, isAlert: false, trace: Trace())
        recipients += count
        verdicts[decision.verdict, default: 0] += count
        switch push {
        case .hold: heldPushes += count
        case .digest: digestedPushes += count
        case .send: sentPushes += count
        case .suppress(let reason): suppressedPushes[reason, default: 0] += count
        }
        switch inApp {
        case .show: shownRows += count
        case .hide(let reason): hiddenRows[reason, default: 0] += count
        }
        if let reason = decision.reason { suppressed[reason, default: 0] += count }
    }
}
