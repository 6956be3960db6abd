/// A change to one firing of an entity; each names what it expects to find.
public enum FiringChange: Sendable, Equatable {
    /// Lets a time wait to fire that had no firing.
    case add(TypeID, time: Timestamp, dueAt: Timestamp)
    /// Lets a time wait to fire again, perhaps at another instant.
    case plan(TypeID, time: Timestamp, from: FiringState, dueAt: Timestamp)
    /// Ends a firing that waits, for a reason.
    case end(TypeID, time: Timestamp, from: FiringState, to: FiringState, FiringReason, at: Timestamp)
    /// Ends a firing that waits with a trigger: it made that, or the backend had sent it.
    case fire(TypeID, time: Timestamp, from: FiringState, to: FiringState, FiringReason?, TriggerID, at: Timestamp)
    /// Deletes a firing that made no trigger.
    case delete(TypeID, time: Timestamp, from: FiringState)
    /// Notes that the trigger which a firing made is to be withdrawn, as far as it has not left.
    case withdraw(TriggerID, FiringReason, at: Timestamp)
    /// Notes that the inbox rows of the trigger which a firing had made before are to be retracted.
    case retract(TriggerID, FiringReason, at: Timestamp)
}
