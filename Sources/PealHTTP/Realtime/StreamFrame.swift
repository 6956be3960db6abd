import PealRealtime

/// What a session sends, whatever it is framed in.
enum StreamFrame: Sendable, Equatable {
    /// A channel follows the log from a cursor on.
    case opened(StreamChannel, cursor: String)
    case message(StreamMessage)
    /// Nothing has happened; whoever resumes from here misses nothing.
    case ping(cursor: String?)
    /// The answer to a message of the client, as JSON.
    case answer([UInt8])
    /// The end, and when to come back.
    case end(StreamEnd, retry: Duration)
}
