/// The life of a trigger, from its acceptance on.
public enum TriggerMachine {
    /// What happens to a trigger.
    public enum Event: Sendable, Hashable {
        /// A page of its recipients is decided, and there are more.
        case pageDecided
        /// Its last recipients are decided.
        case lastPageDecided
        /// Everyone whose local time has come is decided; others still wait for theirs.
        case passDecided
        /// Everyone who is there is decided; others may still come until an instant.
        case opened(until: Timestamp)
        /// The instant has come until which others could come.
        case closed
        /// The backend gives it another time.
        case rescheduled
        /// The backend cancels it.
        case cancelled
        /// Its entity no longer asks for it.
        case withdrawn
        /// The backend takes a cancel back.
        case resumed
    }

    /// The state that an event leads to; `nil` when the event is not legal in a state.
    ///
    /// A cancel is final once anybody was decided about: what has left cannot be withdrawn, so there is nothing to resume.
    public static func next(_ state: TriggerState, on event: Event) -> TriggerState? {
        switch (state, event) {
        case (.waiting, .pageDecided), (.running, .pageDecided): .running
        case (.waiting, .passDecided), (.running, .passDecided): .running
        case (.waiting, .lastPageDecided), (.running, .lastPageDecided): .finished
        case (.waiting, .opened(let until)), (.running, .opened(let until)), (.open, .opened(let until)):
            .open(until: until)
        case (.open, .pageDecided), (.open, .passDecided): state
        case (.open, .closed), (.open, .lastPageDecided): .finished
        case (.waiting, .rescheduled): .waiting
        case (.waiting, .cancelled), (.running, .cancelled), (.open, .cancelled), (.finished, .cancelled):
            .cancelled(state.phase)
        case (.waiting, .withdrawn), (.running, .withdrawn), (.open, .withdrawn), (.finished, .withdrawn):
            .withdrawn(state.phase)
        case (.cancelled(.waiting), .resumed), (.withdrawn(.waiting), .resumed): .waiting
        default: nil
        }
    }

    /// The status that the backend sees.
    /// - Parameters:
    ///   - state: where the trigger stands.
    ///   - isDelayed: whether it was accepted for a later instant; one that is due immediately counts as running.
    ///   - open: its pushes and deliveries that are not final yet.
    /// - Returns: the status; a trigger is done when nothing of it is open.
    public static func status(_ state: TriggerState, isDelayed: Bool, open: Int) -> TriggerStatus {
        switch state {
        case .waiting: isDelayed ? .scheduled : .running
        case .running, .open: .running
        case .finished: open == 0 ? .done : .running
        case .cancelled, .withdrawn: .cancelled
        }
    }
}
