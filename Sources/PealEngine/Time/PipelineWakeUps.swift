/// What the loops on the way of a notification wait for; ``WakeUps`` fires it for what was committed.
public struct PipelineWakeUps: Sendable {
    /// A trigger was accepted, or something held may go: the decision loop looks.
    public let accepted = WakeUp()
    /// An entity's time or a catalog may have planned a firing: the schedule loop looks.
    public let schedules = WakeUp()
    /// Whether the schedule loop looks when users join.
    public let joins = JoinWatch()
    /// Deliveries were made or released: delivery looks.
    public let deliverable = WakeUp()
    /// A push was accepted whose receipt is to be asked for.
    public let receipts = WakeUp()
    /// A device that was off may have lost a push, which is to be re-evaluated.
    public let redeliveries = WakeUp()
    /// A user's inbox has changed: silent sync pushes are planned.
    public let sync = WakeUp()
    /// A device or a choice of a user changed: whether pushes reach them is looked at.
    public let reachability = WakeUp()
    /// Something happened that backends receive, or a message for them is due: the webhook loop looks.
    public let webhooks = WakeUp()
    /// Whether the webhook loop looks when something happens.
    public let outgoing = JoinWatch()
    /// Something changed that users who are connected see: the real-time hub reads it.
    public let streams = WakeUp()
    /// Something was written: a caller that waits until all is drained checks.
    public let progress = WakeUp()

    /// Starts silent.
    public init() {}
}
