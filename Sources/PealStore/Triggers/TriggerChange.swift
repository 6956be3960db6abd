public import PealCore

/// What became of a wish to move or resume a trigger.
public enum TriggerChange: Sendable, Equatable {
    /// Done: the trigger as it stands now.
    case changed(TriggerReport)
    /// Not possible; nothing was changed.
    case refused(Refusal)

    /// Why a trigger stays as it is.
    public enum Refusal: Sendable, Equatable {
        /// Its fan-out has begun, or is over.
        case fannedOut(CancelReport.Phase)
        /// It is cancelled: it can be resumed, not moved.
        case isCancelled
        /// It was not cancelled, so there is nothing to resume.
        case isNotCancelled
        /// Each person gets it at a local time, which one instant cannot replace.
        case localTime
        /// Its data was dropped by retention.
        case isForgotten
        /// Another trigger holds its once or dedupe claim by now.
        case claimed(by: TriggerID)
        /// A sender limit has no room for it at that time (R160).
        case limit(LimitRefusal)
    }
}
