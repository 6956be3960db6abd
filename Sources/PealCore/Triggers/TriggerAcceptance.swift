/// What became of a submission.
public enum TriggerAcceptance: Sendable, Equatable {
    /// On disk under its identifier.
    case accepted(TriggerID)
    /// On disk, to be sent only at an instant, when a sender limit has room for it.
    case queued(TriggerID, until: Timestamp)
    /// The claim was taken: the first trigger's identifier.
    case duplicate(of: TriggerID)
    /// A sender limit was reached: nothing is stored.
    case refused(LimitRefusal)

    /// Whether it is on disk and waits for its fan-out.
    public var isAccepted: Bool {
        switch self {
        case .accepted, .queued: true
        case .duplicate, .refused: false
        }
    }
}
