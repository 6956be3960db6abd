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
    public var priority = Priority.normal
    /// The digest window it opened or joined.
    public var windowKey: String?
    /// How many others wait in the same digest, when it waits in one.
    public var companions = 0
    /// The digest it is part of, once its window closed.
    public var digest: DigestOutcome?
    /// When a client first said that it received it, or showed it.
    public var receivedAt: Timestamp?
    /// The stage that holds its push, while it is held.
    public var holdStage: Stage?

    /// States what every decision has; its thread, digest and stage that holds it are set where it has them.
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
