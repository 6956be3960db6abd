/// What becomes of a delivery of a channel that this process has leased.
public struct ChannelOutcome: Sendable, Equatable {
    /// Which; expected to be leased to ``epoch``.
    public var id: ChannelDeliveryID
    /// The process that holds its lease.
    public var epoch: Int
    /// The state that follows.
    public var to: DeliveryState
    /// Why it waits to be decided again, or why it ended.
    public var reason: Reason?
    /// When it is due again; `nil` for an end.
    public var dueAt: Timestamp?
    /// The attempt that was made; `nil` when the rules were asked before one.
    public var attempt: AttemptRecord?
    /// How many retries were used up: one at most.
    public var retriesUsed: Int
    /// How many resends were used up: one at most.
    public var resendsUsed: Int
    /// When it happened.
    public var at: Timestamp

    /// What follows an attempt; `nil` when the machine does not allow it.
    public init?(of id: ChannelDeliveryID, epoch: Int, attempt: AttemptRecord, _ next: DeliveryMachine.Next) {
        self.init(id, epoch, by: .answered(next), at: attempt.at)
        self.attempt = attempt
        guard case .retry(let instant, let counted) = next else { return }
        dueAt = instant
        (retriesUsed, resendsUsed) = counted ? (1, 0) : (0, 1)
    }

    /// What follows when the rules were asked before an attempt; `nil` for one that is sent as decided, under the lease that
    /// it has.
    ///
    /// One that waits for a reason is held; it is decided again when it is due.
    public init?(of id: ChannelDeliveryID, epoch: Int, _ reevaluation: DeliveryMachine.Reevaluation, at now: Timestamp)
    {
        guard reevaluation != .go else { return nil }
        self.init(id, epoch, by: .reevaluated(reevaluation), at: now)
        if case .wait(let instant, let reason) = reevaluation { (dueAt, self.reason) = (instant, reason) }
    }

    private init?(_ id: ChannelDeliveryID, _ epoch: Int, by event: DeliveryMachine.Event, at now: Timestamp) {
        guard let state = DeliveryMachine.next(.sending, on: event) else { return nil }
        self.id = id
        self.epoch = epoch
        to = state
        reason = event.reason
        (retriesUsed, resendsUsed) = (0, 0)
        at = now
    }
}
