import NIOCore

/// Lets the system end a connection whose client is gone without a word, as a phone that has lost its network (RFC 5482).
///
/// A live connection sends so little that the system's buffer would take it for a quarter of an hour, and the connection would
/// count as one of its user all the time.
enum VanishedClient {
    /// `TCP_USER_TIMEOUT`: how long, in milliseconds, what was sent may be without an acknowledgement.
    static let option = NIOBSDSocket.Option(rawValue: 18)

    /// Ends a connection when what was sent is not acknowledged in time.
    /// - Parameters:
    ///   - channel: the connection.
    ///   - patience: how long the client has.
    /// - Throws: `IOError` when the connection has ended.
    static func end(_ channel: any Channel, after patience: TimeAmount) throws {
        #if os(Linux)
        try channel.syncOptions?.setOption(.tcpOption(option), value: Int(patience.nanoseconds / 1_000_000))
        #endif
    }
}
