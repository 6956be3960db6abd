/// A window of a sender limit in which a trigger counts (R160).
public struct LimitWindowUse: Sendable, Equatable {
    /// The limit.
    public var limit: String
    /// Whose triggers count together: an entity or an actor; empty for those that name none.
    public var scope: String
    /// When the window begins.
    public var from: Timestamp
    /// When the trigger was accepted.
    public var acceptedAt: Timestamp
    /// When the trigger is due.
    public var dueAt: Timestamp

    /// Describes what a trigger uses.
    public init(limit: String, scope: String, from: Timestamp, acceptedAt: Timestamp, dueAt: Timestamp) {
        self.limit = limit
        self.scope = scope
        self.from = from
        self.acceptedAt = acceptedAt
        self.dueAt = dueAt
    }

    /// Whether the trigger waited for the window, or waits for it: it is due when the window begins.
    ///
    /// Where nobody waited, the window had begun before the trigger came. One that asked for the very instant at which
    /// the window begins looks the same.
    public var isQueued: Bool { dueAt == from && from > acceptedAt }
}
