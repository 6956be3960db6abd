import PealCore

/// How far the triggers of a deleted entity are looked at.
struct DeletionRow: Sendable, Equatable {
    /// The newest trigger about it when it was deleted.
    var newest: TriggerID
    /// The last that was looked at.
    var cursor: TriggerID?
    var at: Timestamp
}
