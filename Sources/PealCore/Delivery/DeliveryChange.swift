/// A change that the outcome of an attempt, a receipt or an operator makes; each names what it expects to find.
public enum DeliveryChange: Sendable, Equatable {
    /// Records an attempt and what follows it.
    case record(AttemptEnd)
    /// Takes the device of a user out of service; `invalidSince` says that it is removed after a grace time.
    case quarantine(DeviceID, of: UserID, from: DeviceState, invalidSince: Timestamp?)
    /// Plans to ask for a receipt.
    case planReceipt(DeliveryID, ReceiptPlan)
    /// Asks for a receipt again later.
    case askForReceipt(DeliveryID, at: Timestamp)
    /// Forgets a receipt.
    case forgetReceipt(DeliveryID)
    /// Turns the inbox row of a user's notification into an alert.
    case raiseAlert(NotificationID, of: UserID)
    /// Keeps that a device has confirmed a push, when it first did so.
    case confirm(DeliveryID, at: Timestamp)
    /// Ends the wait for a confirmation. Expects the push as it was read, and still to be waiting. With a trace, which is
    /// appended, its inbox row becomes an alert.
    case endConfirmation(UnconfirmedPush, alert: Trace?)
    /// Sends a failed delivery again, with all its retries.
    case redrive(DeliveryID, at: Timestamp)
    /// Sends a summary to a device that one of its parts could have reached: its push gets a delivery there, or the one that
    /// has ended waits again, with all its retries. Expects the device to be its user's, and no delivery there that is open
    /// or may have reached it.
    case extend(DeliveryID, at: Timestamp)
    /// Does what the rules say about a delivery that is late.
    case reevaluate(DeliveryID, ReevaluatedDelivery)
}

/// A delivery that is late and is not sent now.
public struct ReevaluatedDelivery: Sendable, Equatable {
    /// The epoch that is expected to hold its lease.
    public var epoch: Int
    /// The state that follows: it waits, or ends.
    public var to: DeliveryState
    /// What it waits for, or why it ended.
    public var reason: Reason?
    /// When it may be sent, with no retry used up; `nil` when it ended.
    public var dueAt: Timestamp?
    /// What it was decided from; `nil` when the rules were not asked about it, or it ended.
    public var basis: DecisionBasis?

    init(epoch: Int, to state: DeliveryState, reason: Reason?, dueAt: Timestamp?, basis: DecisionBasis? = nil) {
        self.epoch = epoch
        to = state
        self.reason = reason
        self.dueAt = dueAt
        self.basis = basis
    }

    /// It waits, with nothing new decided about it.
    public init(epoch: Int, until instant: Timestamp) {
        self.init(epoch: epoch, to: .pending, reason: nil, dueAt: instant)
    }

    /// It waits, and its next attempt goes by a newer decision.
    public init(epoch: Int, until instant: Timestamp, basis: DecisionBasis) {
        self.init(epoch: epoch, to: .pending, reason: nil, dueAt: instant, basis: basis)
    }
}

/// The end of an attempt, as it is written with a delivery.
public struct AttemptEnd: Sendable, Equatable {
    /// The delivery.
    public var id: DeliveryID
    /// The state that it is expected in.
    public var from: DeliveryState
    /// The epoch that is expected to hold its lease; `nil` expects none.
    public var epoch: Int?
    /// The state that follows.
    public var to: DeliveryState
    /// Why it failed.
    public var reason: Reason?
    /// The attempt.
    public var attempt: AttemptRecord
    /// When it is tried again; expects its push not to be stopped.
    public var retry: Retry?

    /// When a delivery is tried again.
    public struct Retry: Sendable, Equatable {
        /// The instant.
        public var at: Timestamp
        /// Whether a retry is used up.
        public var isCounted: Bool
    }

    /// What its event says; of a retry only when the attempt ended, because it counts nowhere.
    public var detail: EventDetail {
        from == .sending && to == .pending ? .at(attempt.at) : .moved(from: from, to: to, at: attempt.at)
    }

    /// The end of an attempt or the contradiction of one; `nil` when the machine does not allow it.
    init?(of result: DeliveryResult, _ next: DeliveryMachine.Next) {
        let from: DeliveryState = result.epoch == nil ? .accepted : .sending
        let event: DeliveryMachine.Event = result.epoch == nil ? .contradicted(next) : .answered(next)
        guard let to = DeliveryMachine.next(from, on: event) else { return nil }
        id = result.id
        self.from = from
        epoch = result.epoch
        self.to = to
        reason = event.reason
        attempt = result.attempt
        if case .retry(let at, let isCounted) = next { retry = Retry(at: at, isCounted: isCounted) }
    }
}
