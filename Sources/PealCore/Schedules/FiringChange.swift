/// A change to one firing of an entity; each names what it expects to find.
public enum FiringChange: Sendable, Equatable {
    /// Lets a time wait to fire that had no firing.
    case add(TypeID, time: Timestamp, dueAt: Timestamp)
    /// Lets a time wait to fire again, perhaps at another instant.
    case plan(TypeID, time: Timestamp, from: FiringState, dueAt: Timestamp)
    /// Ends a firing that waits, for a reason.
    case end(TypeID, time: Timestamp, from: FiringState, to: FiringState, FiringReason, at: Timestamp)
    /// Deletes a firing that made no trigger.
    case delete(TypeID, time: Timestamp, from: FiringState)
    /// Notes that the trigger which a firing made is to be withdrawn, as far as it has not left.
    case withdraw(TriggerID, FiringReason, at: Timestamp)
}

extension FiringChange {
    /// Ends a firing that waits, without a trigger; `nil` for an event that does not end one.
    /// - Parameters:
    ///   - type: the type that fires.
    ///   - time: the entity's time.
    ///   - event: what ends it.
    ///   - instant: when.
    public init?(ending type: TypeID, _ time: Timestamp, by event: FiringMachine.Event, at instant: Timestamp) {
        guard let next = FiringMachine.next(.waiting, on: event), let reason = event.reason, next != .fired else {
            return nil
        }
        self = .end(type, time: time, from: .waiting, to: next, reason, at: instant)
    }
}
