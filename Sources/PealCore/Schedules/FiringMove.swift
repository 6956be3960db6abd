/// What the firing that made a trigger becomes.
public struct FiringMove: Sendable, Equatable {
    /// The state it is moved from; one in another state stays as it is.
    public var from: FiringState
    /// The state it is moved to.
    public var to: FiringState
    /// Why; `nil` forgets the reason.
    public var reason: FiringReason?
    /// When it ended; `nil` leaves that as it is.
    public var endedAt: Timestamp?

    /// Moves a firing on an event; `nil` when the event is not legal in its state.
    public init?(from: FiringState, on event: FiringMachine.Event, at instant: Timestamp) {
        guard let next = FiringMachine.next(from, on: event) else { return nil }
        self.from = from
        to = next
        reason = event.reason
        endedAt = from == next ? nil : instant
    }
}
