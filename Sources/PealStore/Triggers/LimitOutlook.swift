public import PealCore

/// What sender limits would make of a trigger that is only tried (R160).
public enum LimitOutlook: Sendable, Equatable {
    /// It would be accepted: to be sent at an instant, its pushes bundled until another where a limit says so.
    case room(dueAt: Timestamp, bundledUntil: Timestamp?)
    /// It would be refused.
    case refused(LimitRefusal)
}
