public import PealCore

/// What happened on a topic since its connections were written to, of those that wait.
public struct StreamRound: Sendable, Equatable {
    /// The most events of a round: more than that, connections take in parts.
    static let limit = 100

    /// The topic.
    public var topic: StreamTopic
    /// The events, in the order of the log.
    public var events: [LoggedEvent]
    /// The cursor of a client that has all of them.
    public var end: EventCursor
}
