/// What a cancel must know of one delivery.
public struct DeliveryFacts: Sendable, Equatable {
    /// Its state.
    public var state: DeliveryState
    /// Whether there was an attempt.
    public var wasAttempted: Bool
    /// Whether the answer to any attempt was lost.
    public var isAnswerLost: Bool

    /// Joins the parts.
    public init(state: DeliveryState, wasAttempted: Bool = false, isAnswerLost: Bool = false) {
        self.state = state
        self.wasAttempted = wasAttempted
        self.isAnswerLost = isAnswerLost
    }

    /// How far it has come: what is leased or sent is handed out, and so is what waits after an attempt whose answer was
    /// lost, because a device may show it.
    var progress: PushProgress {
        switch state {
        case .sending, .accepted, .unknown: .handedOut
        case .pending: isAnswerLost ? .handedOut : .waiting
        case .failed, .expired, .cancelled: .ended
        }
    }

    /// Whether no device can have seen it, now or later.
    var isUntouched: Bool { !wasAttempted && (state == .pending || state == .cancelled) }
}

/// How far a push has come, over all devices.
public enum PushProgress: Int, Sendable, Comparable {
    /// Nothing of it waits, and no device has it.
    case ended
    /// It can still be stopped.
    case waiting
    /// A device has it, or may have it.
    case handedOut

    /// In the order of the progress.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}
