/// What becomes of a submission.
public enum TriggerAcceptance: Sendable, Equatable {
    /// It is stored under its identifier.
    case accepted(TriggerID)
    /// It is stored, to be sent only at an instant, when a sender limit has quota for it.
    case queued(TriggerID, until: Timestamp)
    /// An earlier trigger, which is named here, holds the claim.
    case duplicate(of: TriggerID)
    /// A sender limit was reached: nothing of it is stored.
    case refused(LimitRefusal)

    /// Whether it is stored and waits for its fan-out.
    public var isAccepted: Bool {
        switch self {
        case .accepted, .queued: true
        case .duplicate, .refused: false
        }
    }
}
