/// A trigger that may be past the time for which the delivery log is kept (R215).
public struct AgedTrigger: Sendable, Equatable {
    /// How far a trigger is.
    public struct Progress: Sendable, Equatable {
        /// How far its fan-out is, or was when the trigger was cancelled.
        public var phase: TriggerState.Phase
        /// Whether it is cancelled.
        public var isCancelled: Bool
        /// Whether the cancel has recipients left to look at.
        public var isCancelling: Bool

        /// Joins the parts.
        public init(phase: TriggerState.Phase, isCancelled: Bool, isCancelling: Bool) {
            self.phase = phase
            self.isCancelled = isCancelled
            self.isCancelling = isCancelling
        }

        /// Whether recipients are still to be decided, or to be looked at by a cancel.
        public var isUnderWay: Bool { phase != .finished && !isCancelled || isCancelling }
    }

    /// The trigger.
    public var id: TriggerID
    /// When it was due: one that waited for weeks is new when it is sent.
    public var dueAt: Timestamp
    /// How far it is.
    public var progress: Progress
    /// Whether its encrypted data is there.
    public var hasData: Bool
    /// What became of the pushes of its notifications; empty when it has no notification left.
    public var pushes: Set<PushState>
    /// How many of its deliveries are pending or under way.
    public var openDeliveries: Int

    /// Joins the parts.
    public init(
        id: TriggerID,
        dueAt: Timestamp,
        progress: Progress,
        hasData: Bool,
        pushes: Set<PushState>,
        openDeliveries: Int
    ) {
        self.id = id
        self.dueAt = dueAt
        self.progress = progress
        self.hasData = hasData
        self.pushes = pushes
        self.openDeliveries = openDeliveries
    }
}
