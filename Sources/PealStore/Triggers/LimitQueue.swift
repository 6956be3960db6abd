public import PealCore

/// A place under a sender's limit in a window that begins when the trigger is due: it was put off until there was room
/// (R160), or asked for that instant.
public struct LimitQueue: Sendable, Equatable {
    /// The limit.
    public var limit: String
    /// Whose triggers count together: an entity or an actor; empty for those that name none.
    public var scope: String
    /// When the window with room begins.
    public var from: Timestamp

    /// Joins the parts.
    public init(limit: String, scope: String, from: Timestamp) {
        self.limit = limit
        self.scope = scope
        self.from = from
    }
}
