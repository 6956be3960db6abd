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
