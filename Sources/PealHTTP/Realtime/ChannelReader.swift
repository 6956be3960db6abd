import PealCore
import PealRealtime

/// Makes the messages of one channel from its events, for one connection.
protocol ChannelReader: Sendable {
    /// What the reader follows.
    var topic: StreamTopic { get }

    /// Whether the client has lost the right to the channel: then the connection ends it.
    var isEnded: Bool { get }

    /// Sends the news of rounds over a connection; it shares what it knows of the client with this reader. `nil` where each
    /// connection reads by itself.
    func sink(over link: LiveLink) -> (any StreamSink)?

    /// What a client that has just begun to follow needs next to what it reads by itself.
    mutating func opening() async throws -> [ChannelMessage]

    /// What events mean, in their order.
    /// - Parameter events: what happened, in the order of the log.
    /// - Returns: messages in the order of their cursors.
    /// - Throws: ``StoreError``.
    mutating func messages(about events: [LoggedEvent]) async throws -> [ChannelMessage]
}

/// A message without its position in the stream of a connection.
struct ChannelMessage: Sendable, Equatable {
    var kind: StreamMessage.Kind
    /// The cursor of a client that has it; `nil` belongs to the end of what is sent together.
    var cursor: EventCursor?
    /// JSON.
    var data: [UInt8]
}
