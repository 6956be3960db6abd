import PealCore

/// What became of a wish to move or resume a trigger.
enum TriggerChange: Sendable, Equatable {
    /// Done: the trigger as it stands now.
    case changed(TriggerReport)
    /// Not possible; nothing was changed.
    case refused(MoveRefusal)
    /// A sender limit has no quota left for it at that time (R160).
    case limited(LimitRefusal)
}
