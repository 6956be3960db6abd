public import NIOCore

/// How long a connection may take over each part of a request, and how many there may be.
public struct ConnectionLimits: Sendable, Equatable {
    /// Connections at the same time; further ones wait in the system's queue until one ends.
    public var connections: Int
    /// From the opening of a connection to the end of its first request's header.
    public var header: TimeAmount
    /// From the end of an answer to the end of the next request's header, and for a client to take an answer.
    public var idle: TimeAmount
    /// From the end of a header to the end of its body.
    public var body: TimeAmount
    /// From the last answer to the end of the connection, so that the client can read that answer.
    public var closing: TimeAmount

    /// Sets all of them.
    public init(
        connections: Int = 4096,
        header: TimeAmount = .seconds(10),
        // Longer than usual clients and proxies keep a connection: else they would reuse one that is just being closed.
        idle: TimeAmount = .seconds(75),
        body: TimeAmount = .seconds(30),
        // A client that still sends its body on a slow line needs time to see that it was answered.
        closing: TimeAmount = .seconds(10)
    ) {
        self.connections = connections
        self.header = header
        self.idle = idle
        self.body = body
        self.closing = closing
    }
}
