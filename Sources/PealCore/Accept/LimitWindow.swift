/// How much of an open window of a sender limit is used.
public struct LimitWindow: Sendable, Equatable {
    /// Whose triggers count together: an entity or an actor.
    public var scope: String
    /// Triggers that count in it.
    public var used: Int
    /// When it ends.
    public var end: Timestamp

    /// Describes a window.
    public init(scope: String, used: Int, end: Timestamp) {
        self.scope = scope
        self.used = used
        self.end = end
    }

    /// Whether it has quota left for another trigger.
    public func hasRoom(under limit: SenderLimit) -> Bool {
        Quota(used: used).next(on: .reserve(max: limit.max)) != nil
    }
}
