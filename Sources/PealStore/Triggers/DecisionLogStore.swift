public import PealCore

/// Reads decisions back, to answer why a person did or did not get something.
public protocol DecisionLogStore: Sendable {
    /// Decisions, newest first.
    func decisions(app: AppID, filter: DecisionFilter, page: PageRequest) async throws -> Page<DecisionRecord>
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
        contentVersion: Int
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
    }
}
