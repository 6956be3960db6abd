/// One checked trigger on its way in.
public struct TriggerSubmission: Sendable {
    /// The trigger; its `data` is not stored in clear.
    public var trigger: Trigger
    /// The sealed `data`.
    public var sealedData: [UInt8]
    /// Entities to upsert together with it.
    public var entities: [EntityPatch]
    /// The once or dedupe claim to take.
    public var claim: Claim?
    /// The sender limits it is held to; `nil` is none.
    public var limits: LimitCheck?
    /// How urgent it can be for any recipient; the most urgent are fanned out first.
    public var urgency: Priority
    /// Where the caller is in a trace; `nil` when it does not say.
    public var traceParent: TraceParent?

    /// At most one trigger holds a claim until it expires.
    public struct Claim: Sendable, Equatable {
        /// What is claimed, unique within the app.
        public var key: String
        /// Until when; `nil` is for ever.
        public var expiresAt: Timestamp?

        /// Claims a key until an instant.
        public init(key: String, expiresAt: Timestamp?) {
            self.key = key
            self.expiresAt = expiresAt
        }
    }

    /// Submits a trigger; without an urgency its own priority counts.
    public init(
        trigger: Trigger,
        sealedData: [UInt8],
        entities: [EntityPatch],
        claim: Claim?,
        limits: LimitCheck? = nil,
        urgency: Priority? = nil
    ) {
        self.trigger = trigger
        self.sealedData = sealedData
        self.entities = entities
        self.claim = claim
        self.limits = limits
        self.urgency = urgency ?? trigger.priority ?? .normal
    }
}
