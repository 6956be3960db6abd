/// The life of a notification's push, from its first decision on.
///
/// Its deliveries have a machine of their own, ``DeliveryMachine``.
public enum PushMachine {
    /// What happens to a push.
    public enum Event: Sendable, Equatable {
        /// It was decided again: its hold ended, its digest window closed with it as the representative, or its last
        /// delivery was late and the rules ended it.
        case reevaluated(PushResult)
        /// The representative of its digest window was decided, and the push ends with it for a reason.
        case represented(Reason)
        /// The user has read, dismissed or removed it; `handedOut` says whether a delivery had been handed out.
        case resolved(handedOut: Bool)
        /// It expired while it waited in a digest window.
        case expired
        /// The backend cancelled its trigger; `handedOut` says whether a delivery had been handed out.
        case cancelled(handedOut: Bool)
        /// Its entity no longer asks for it; `handedOut` says whether a delivery had been handed out.
        case withdrawn(handedOut: Bool)
        /// The entity that it is about was deleted; `handedOut` says whether a delivery had been handed out.
        case entityDeleted(handedOut: Bool)
        /// Its digest, which no device has received, is opened again, because a part of it was cancelled.
        case reopened
        /// It waited with many others, and a summary stands for all of them (R163).
        case summarised
        /// The summary that stood for it ended before any device received it.
        case leftSummary
    }

    /// The state that an event leads to; `nil` when the event is not legal in a state.
    public static func next(_ state: PushState, on event: Event) -> PushState? {
        switch (state, event) {
        case (.held, .reevaluated(let result)), (.digested, .reevaluated(let result)): PushState(result)
        case (.sending, .reevaluated(.suppress)): .suppressed
        case (.digested, .represented(let reason)): PushState(.suppress(reason))
        case (.held, .resolved), (.digested, .resolved), (.digested, .expired): .suppressed
        case (.sending, .resolved(let handedOut)): handedOut ? .stopped : .suppressed
        case (.sending, .cancelled(let handedOut)), (.sending, .withdrawn(let handedOut)),
            (.sending, .entityDeleted(let handedOut)):
            handedOut ? .stopped : .suppressed
        case (.stopped, .cancelled), (.stopped, .withdrawn), (.stopped, .entityDeleted): .stopped
        case (.held, .cancelled), (.digested, .cancelled), (.represented, .cancelled): .suppressed
        case (.held, .withdrawn), (.digested, .withdrawn), (.represented, .withdrawn): .suppressed
        case (.held, .entityDeleted), (.digested, .entityDeleted), (.represented, .entityDeleted): .suppressed
        case (.sending, .reopened), (.held, .reopened), (.digested, .reopened), (.represented, .reopened): .digested
        case (.sending, .summarised): .represented
        case (.represented, .leftSummary): .sending
        default: nil
        }
    }
}

extension PushMachine.Event {
    /// The reason that the push has after the event; `nil` for one that is sent or waits.
    public var reason: Reason? {
        switch self {
        case .reevaluated(.suppress(let reason)), .represented(let reason): reason
        case .reevaluated, .reopened, .leftSummary: nil
        case .summarised: .summarised
        case .resolved: .resolvedElsewhere
        case .expired: .expired
        case .cancelled, .withdrawn: .cancelled
        case .entityDeleted: .entityDeleted
        }
    }
}
