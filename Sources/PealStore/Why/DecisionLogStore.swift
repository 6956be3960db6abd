public import PealCore

/// Reads decisions back, to answer why a user did or did not get something.
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
    func windowUses(of id: TriggerID, app: AppID) async throws -> [LimitWindowUse]

    /// Triggers that were rejected or duplicates, the latest first.
    func rejectedRequests(app: AppID, filter: RejectedRequestFilter, limit: Int) async throws -> [RejectedRequests]

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
    /// Why its entity's change withdrew it, where that cancelled it.
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
