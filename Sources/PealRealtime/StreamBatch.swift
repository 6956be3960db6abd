public import PealCore

/// What a connection takes from the hub at a time, in the order of the log.
public struct StreamBatch: Sendable, Equatable {
    /// Channels that follow the log from now on, and from where.
    public var opened: [StreamChannel: EventCursor] = [:]
    /// Channels that missed events which are not there any more: their clients have to read the state again.
    public var lost: [StreamChannel] = []
    /// Events with their channels.
    public var events: [Item] = []
    /// The cursor of a connection that has all of it.
    public var end: EventCursor
    /// Whether there is more to take.
    public var isMore = false

    /// An event of a channel.
    public struct Item: Sendable, Equatable {
        /// The channel.
        public var channel: StreamChannel
        /// The event.
        public var event: LoggedEvent
    }

    /// Whether there is nothing to send.
    public var isEmpty: Bool { opened.isEmpty && lost.isEmpty && events.isEmpty }
}
