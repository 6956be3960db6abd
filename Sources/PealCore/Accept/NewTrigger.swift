/// A trigger to be stored.
public struct NewTrigger: Sendable, Equatable {
    /// The trigger; its `data` is not stored.
    public var trigger: Trigger
    /// The sealed `data`.
    public var sealedData: [UInt8]
    /// The parent that its entity gets together with it; without one it is the parent that the entity has.
    public var parent: EntityRef?
    /// The key of its once or dedupe claim.
    public var claimKey: String?
    /// How urgent it can be for any recipient.
    public var urgency: Priority
    /// Where the caller is in a trace.
    public var traceParent: TraceParent?

    /// Stores what a submission brings, at the time that was planned for it.
    public init(_ submission: TriggerSubmission, _ trigger: Trigger) {
        self.trigger = trigger
        sealedData = submission.sealedData
        parent = submission.entities.first { $0.ref == trigger.entity }?.parent.value
        claimKey = submission.claim?.key
        urgency = submission.urgency
        traceParent = submission.traceParent
    }
}
