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

/// What a sweep makes of a trigger.
public struct TriggerSweep: Sendable, Equatable {
    /// What becomes of it.
    public enum End: Sendable, Equatable {
        /// Its encrypted data is deleted.
        case losesData
        /// It is deleted.
        case deleted
    }

    /// The trigger as it was read.
    public var trigger: AgedTrigger
    /// What becomes of it.
    public var end: End
    /// What that deletes.
    public var counts: RetentionCounts

    /// Plans what becomes of a trigger; `nil` when it stays as it is.
    ///
    /// One that is over loses its data when no push of it is still to come, and is deleted with its last notification.
    public init?(_ trigger: AgedTrigger, _ cut: RetentionCut) {
        guard trigger.dueAt < cut.log, !trigger.progress.isUnderWay else { return nil }
        let isOpen = trigger.openDeliveries > 0 || trigger.pushes.contains(where: \.isAwaited)
        let losesData = trigger.hasData && !isOpen
        guard losesData || trigger.pushes.isEmpty else { return nil }
        self.trigger = trigger
        end = trigger.pushes.isEmpty ? .deleted : .losesData
        counts = RetentionCounts()
        counts.data = losesData ? 1 : 0
        counts.triggers = end == .deleted ? 1 : 0
    }
}
