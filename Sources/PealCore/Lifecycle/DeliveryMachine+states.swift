extension DeliveryMachine {
    /// What happens to a delivery that has a row.
    public enum Event: Sendable, Equatable {
        /// It is leased to be sent.
        case claimed
        /// It waited in its queue until its expiry.
        case outlived
        /// It is not to be sent any more, for a reason: its trigger was cancelled, it was read elsewhere, its device is gone.
        case cancelled(Reason)
        /// An attempt ended, and this follows.
        case answered(Next)
        /// The process that had leased it died: it is leased to the next one.
        case interrupted
        /// A receipt contradicted the answer, and this follows.
        case contradicted(Next)
        /// An operator sends it again.
        case redriven
        /// The summary that had taken it over ended before any device received it.
        case leftSummary
        /// Its push became a summary, and a part of the summary could have reached the device that this one did not.
        case extended
        /// The user's preferences or the app's rules changed after the decision, and they were asked again before it is sent.
        case reevaluated(Reevaluation)
    }

    /// What the rules say about a delivery that is leased, when they are asked again before a late attempt.
    public enum Reevaluation: Sendable, Hashable {
        /// It is sent as decided: it returns to its queue, and is claimed again immediately.
        case go
        /// It waits until an instant, for example the end of the user's quiet hours; no retry is used up. In a channel the
        /// reason is stored with it; there is none where the rules could not be asked.
        case wait(until: Timestamp, Reason? = nil)
        /// It is not sent, for a reason.
        case end(Reason)
    }

    /// What a claim of a delivery that is due comes to: expiry beats all, and no device that is gone is tried.
    /// - Parameters:
    ///   - expiresAt: when the notification is no longer worth delivering.
    ///   - isReachable: whether the device is active and still the recipient's.
    ///   - now: the instant of the claim.
    /// - Returns: the event; ``Event/claimed`` when the delivery is to be sent.
    public static func claim(expiresAt: Timestamp, isReachable: Bool, now: Timestamp) -> Event {
        if expiresAt <= now { return .outlived }
        return isReachable ? .claimed : .cancelled(.noDevice)
    }

    /// The state that an event leads to; `nil` when the event is not legal in a state.
    public static func next(_ state: DeliveryState, on event: Event) -> DeliveryState? {
        switch (state, event) {
        case (.pending, .claimed): .sending
        case (.pending, .outlived): .expired
        case (.pending, .cancelled): .cancelled
        case (.sending, .interrupted): .sending
        case (.sending, .answered(let next)): next.state == .sending ? nil : next.state
        case (.accepted, .contradicted(let next)): next.state == .sending || next.state == .accepted ? nil : next.state
        case (.failed, .redriven), (.cancelled, .leftSummary): .pending
        case (.failed, .extended), (.expired, .extended), (.cancelled, .extended): .pending
        case (.sending, .reevaluated(.go)), (.sending, .reevaluated(.wait)): .pending
        case (.sending, .reevaluated(.end)): .cancelled
        default: nil
        }
    }
}

extension DeliveryMachine.Event {
    /// The reason that the delivery has after the event; `nil` for one that is sent, or goes on.
    public var reason: Reason? {
        switch self {
        case .outlived: .expired
        case .cancelled(let reason), .reevaluated(.end(let reason)): reason
        case .answered(let next), .contradicted(let next): next.reason
        case .claimed, .interrupted, .redriven, .leftSummary, .extended, .reevaluated(.go), .reevaluated(.wait): nil
        }
    }
}

extension DeliveryMachine.Next {
    /// The state it leads to; `nil` for an end that is not one.
    var state: DeliveryState? {
        switch self {
        case .retry: .pending
        case .end(.pending, _), .end(.sending, _): nil
        case .end(let state, _): state
        }
    }

    /// Why it ends as it does; `nil` for a retry.
    var reason: Reason? { if case .end(_, let reason) = self { reason } else { nil } }

    /// What follows when the push may not be tried again: an end stays, a retry becomes one.
    /// - Parameter obstacle: why it is not worth trying again; `nil` when it is.
    /// - Returns: what follows.
    public func unless(_ obstacle: Reason?) -> Self {
        guard case .retry = self, let obstacle else { return self }
        return .end(obstacle == .expired ? .expired : .cancelled, obstacle)
    }
}
