/// The life of a firing: what an entity's time asks of a scheduled type, once for each entity and time.
public enum FiringMachine {
    /// What happens to a firing.
    public enum Event: Sendable, Hashable {
        /// Its entity asks for it.
        case planned
        /// Its entity asks for it again, after pushes of it had left when it was asked for no longer: for users who have
        /// joined, and for those whose pushes had not left.
        case askedAgain
        /// It made a trigger, or its occurrence had one.
        case fired(isDuplicate: Bool)
        /// It came too late, or a limit kept it out, for good.
        case skipped(FiringReason)
        /// It made no valid trigger.
        case failed(FiringReason)
        /// Its entity asks for it no longer, before it fired.
        case cancelled(FiringReason)
        /// Its entity asks for it no longer, after it fired and before any push of it left.
        case withdrawn(FiringReason)
        /// Its entity asks for it no longer, after pushes of it left.
        case kept(FiringReason)
        /// The backend resumed the trigger that it had made.
        case resumed
    }

    /// The state that an event leads to; `nil` when the event is not legal in a state.
    ///
    /// A time that was skipped is never planned again, and one that has fired only for users who were not reminded: those
    /// who were are kept by recipient. A trigger that was withdrawn before any push left frees its time.
    public static func next(_ state: FiringState, on event: Event) -> FiringState? {
        switch (state, event) {
        case (.waiting, .planned), (.failed, .planned), (.cancelled, .planned): .waiting
        case (.fired, .askedAgain): .waiting
        case (.waiting, .fired): .fired
        case (.waiting, .skipped): .skipped
        case (.waiting, .failed): .failed
        case (.waiting, .cancelled): .cancelled
        case (.fired, .withdrawn): .cancelled
        case (.fired, .kept): .fired
        case (.waiting, .resumed), (.skipped, .resumed), (.failed, .resumed), (.cancelled, .resumed): .fired
        default: nil
        }
    }
}

extension FiringMachine.Event {
    /// The reason that the firing has after the event; `nil` for one that waits or has fired as planned.
    public var reason: FiringReason? {
        switch self {
        case .planned, .askedAgain, .resumed, .fired(isDuplicate: false): nil
        case .fired(isDuplicate: true): .duplicate
        case .skipped(let reason), .failed(let reason), .cancelled(let reason), .withdrawn(let reason),
            .kept(let reason):
            reason
        }
    }
}
