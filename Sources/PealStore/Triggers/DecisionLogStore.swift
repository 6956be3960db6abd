public import PealCore

/// Reads decisions back, to answer why a person did or did not get something.
public protocol DecisionLogStore: Sendable {
    /// Decisions, newest first.
    func decisions(app: AppID, filter: DecisionFilter, page: PageRequest) async throws -> Page<DecisionRecord>

    /// A trigger with its sealed data and how far it has come; `nil` when the app has none by that identifier.
    func acceptedTrigger(_ id: TriggerID, app: AppID) async throws -> AcceptedTrigger?

    /// The newest triggers of an app, newest first.
    ///
    /// Of a type, only the newest ``AcceptedTrigger/reach`` of the app are looked at.
    func acceptedTriggers(app: AppID, type: TypeID?, since: Timestamp?, limit: Int) async throws -> [AcceptedTrigger]

    /// The fullest of the windows of a sender's limit that are open, the fullest first.
    func openWindows(of limit: SenderLimit, app: AppID, now: Timestamp, count: Int) async throws -> [LimitWindow]

    /// The windows of sender limits in which a trigger counts, by limit.
    func places(of id: TriggerID, app: AppID) async throws -> [LimitPlace]

    /// What intake turned away, the latest first.
    func turnedAway(app: AppID, filter: TurnedAwayFilter, limit: Int) async throws -> [TurnedAway]

    /// When a user was erased; `nil` when they were not, or were put again.
    func erased(_ user: UserID, app: AppID) async throws -> Timestamp?
}

/// A trigger as it was accepted, with how far it has come.
public struct AcceptedTrigger: Sendable, Equatable {
    /// The trigger, with empty `data`.
    public var pending: PendingTrigger
    /// Whether every recipient was decided about.
    public var isFannedOut: Bool
    /// When it was cancelled.
    public var cancelledAt: Timestamp?
    /// Why its entity's change revoked it, where that cancelled it.
    public var revocation: FiringReason?

    /// How many of an app's newest triggers a search by type looks at.
    public static let reach = 10_000

    /// Joins the parts.
    public init(
        pending: PendingTrigger,
        isFannedOut: Bool,
        cancelledAt: Timestamp?,
        revocation: FiringReason? = nil
    ) {
        self.pending = pending
        self.isFannedOut = isFannedOut
        self.cancelledAt = cancelledAt
        self.revocation = revocation
    }
}

/// Which decisions are looked for.
public struct DecisionFilter: Sendable, Equatable {
    /// About one user.
    public var user: UserID?
    /// Of one type.
    public var type: TypeID?
    /// Of one trigger.
    public var trigger: TriggerID?
    /// Decided at or after an instant.
    public var since: Timestamp?

    /// Joins the parts.
    public init(user: UserID? = nil, type: TypeID? = nil, trigger: TriggerID? = nil, since: Timestamp? = nil) {
        self.user = user
        self.type = type
        self.trigger = trigger
        self.since = since
    }
}

/// A decision as it was made.
public struct DecisionRecord: Sendable, Equatable {
    /// Its notification.
    public var id: NotificationID
    /// Its trigger.
    public var trigger: TriggerID
    /// The type.
    public var type: TypeID
    /// The recipient.
    public var userID: UserID
    /// The inbox result.
    public var inApp: InAppResult
    /// The push result; the devices of a send are in the deliveries.
    public var push: PushResult
    /// The trace.
    public var trace: Trace
    /// When it was decided.
    public var at: Timestamp
    /// The catalog version whose policy decided.
    public var policyVersion: Int
    /// The catalog version the content was rendered under.
    public var contentVersion: Int
    /// The thread it belongs to.
    public var thread: String?
    /// How urgent it is.
    public var priority: Priority
    /// The bundling window it opened or joined.
    public var slot: String?
    /// How many others wait in the same bundle, when it waits in one.
    public var companions: Int
    /// The bundle it went into, once its window closed.
    public var bundle: BundleFate?
    /// The stage that holds its push, while it is held.
    public var holdStage: Stage?

    /// Joins the parts.
    public init(
        id: NotificationID,
        trigger: TriggerID,
        type: TypeID,
        userID: UserID,
        inApp: InAppResult,
        push: PushResult,
        trace: Trace,
        at: Timestamp,
        policyVersion: Int,
        contentVersion: Int,
        thread: String? = nil,
        priority: Priority = .normal,
        slot: String? = nil,
        companions: Int = 0,
        bundle: BundleFate? = nil,
        holdStage: Stage? = nil
    ) {
        self.id = id
        self.trigger = trigger
        self.type = type
        self.userID = userID
        self.inApp = inApp
        self.push = push
        self.trace = trace
        self.at = at
        self.policyVersion = policyVersion
        self.contentVersion = contentVersion
        self.thread = thread
        self.priority = priority
        self.slot = slot
        self.companions = companions
        self.bundle = bundle
        self.holdStage = holdStage
    }
}
