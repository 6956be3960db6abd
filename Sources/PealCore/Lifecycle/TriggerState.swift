/// Where a trigger stands.
public enum TriggerState: Sendable, Hashable {
    /// It is accepted, and nobody is decided about yet.
    case waiting
    /// A part of its audience is decided.
    case running
    /// Everyone whose time has come is decided; others may still come until an instant.
    case open(until: Timestamp)
    /// Its whole audience is decided.
    case finished
    /// The backend cancelled it when its fan-out had come so far.
    case cancelled(Phase)
    /// Its entity no longer asks for it, and it is cancelled for that when its fan-out had come so far.
    case withdrawn(Phase)

    /// How far a fan-out has come.
    public enum Phase: String, Sendable, CaseIterable {
        /// Nobody is decided about yet.
        case waiting
        /// A part of the audience is decided.
        case running
        /// The whole audience is decided.
        case finished

        /// The phases in which there are recipients left to decide.
        public static let open: [Phase] = [.waiting, .running]
    }

    /// A trigger that nothing has ended, by how far its fan-out has come.
    public init(_ phase: Phase) {
        self =
            switch phase {
            case .waiting: .waiting
            case .running: .running
            case .finished: .finished
            }
    }

    /// How far its fan-out has come, or had come when the trigger was cancelled.
    public var phase: Phase {
        switch self {
        case .waiting: .waiting
        case .running, .open: .running
        case .finished: .finished
        case .cancelled(let phase), .withdrawn(let phase): phase
        }
    }
}
