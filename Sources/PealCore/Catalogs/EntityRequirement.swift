/// What a type asks of the entity that a trigger is about.
public enum EntityRequirement: String, Sendable, CaseIterable {
    /// It was put, or comes with the trigger, so that its organisation is known (R119).
    case known
    /// It may be left out although links name it: query parameters that do are left out then (R056).
    case optional
}
