/// Which change of its entity made a firing unwanted that had not been sent yet (R053, R066).
public enum RevocationCause: String, Sendable, CaseIterable {
    /// The entity was deleted.
    case entityDeleted = "entity-deleted"
    /// Its time is another one now.
    case moved
    /// It no longer carries the time.
    case noTime = "no-time"
    /// Its status is not one in which the type fires.
    case status
    /// It ends before.
    case ended
}
