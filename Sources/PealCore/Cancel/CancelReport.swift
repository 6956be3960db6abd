/// The answer to a cancel, counted in recipients.
public struct CancelReport: Sendable, Equatable {
    /// Recipients that will get nothing of it any more, neither a push nor anything in a channel.
    public var cancelled: Int
    /// Recipients with a push, or something in a channel, that was already leased or sent.
    public var tooLate: Int
    /// How far fan-out had come.
    public var phase: Phase

    /// How far fan-out had come.
    public enum Phase: String, Sendable, CaseIterable {
        /// Nobody was decided about.
        case beforeFanOut = "before-fan-out"
        /// Some recipients were decided about.
        case during
        /// All recipients were decided about.
        case after

        private var order: Int {
            switch self {
            case .beforeFanOut: 0
            case .during: 1
            case .after: 2
            }
        }

        /// The phase of a fan-out.
        public init(_ fanOut: TriggerState.Phase) {
            self =
                switch fanOut {
                case .waiting: .beforeFanOut
                case .running: .during
                case .finished: .after
                }
        }

        /// How far fan-out had come, as the trigger says it.
        public var fanOut: TriggerState.Phase {
            switch self {
            case .beforeFanOut: .waiting
            case .during: .running
            case .after: .finished
            }
        }

        /// The further of two phases.
        public func orLater(_ other: Phase) -> Phase { other.order > order ? other : self }
    }

    /// Joins the parts.
    public init(cancelled: Int, tooLate: Int, phase: Phase) {
        self.cancelled = cancelled
        self.tooLate = tooLate
        self.phase = phase
    }

    /// Counts another trigger's recipients as well; the phase is the furthest of both.
    public mutating func add(_ other: CancelReport) {
        cancelled += other.cancelled
        tooLate += other.tooLate
        phase = phase.orLater(other.phase)
    }
}
