/// What the hub bounds.
public struct StreamLimits: Sendable, Equatable {
    /// Connections of one user at the same time.
    public var connections: Int
    /// Channels of one connection.
    public var channels: Int
    /// Events that are kept in memory for everyone, for those that come back: a connection that is further behind has to read
    /// the state again.
    public var events: Int
    /// Rows of the log that are read when the hub begins, for those that come back after a restart.
    public var rows: Int64
    /// The largest message of a client, in bytes.
    public var messageBytes: Int
    /// Messages of a client that wait to be read.
    public var inputs: Int
    /// The time between two pings.
    public var ping: Duration
    /// How long connections may take to leave when the server stops.
    public var drain: Duration
    /// How long the log is read on when nobody is connected.
    public var linger: Duration

    /// Sets all of them.
    public init(
        connections: Int = 10,
        channels: Int = 20,
        events: Int = 50_000,
        rows: Int64 = 4_096,
        messageBytes: Int = 64 * 1024,
        inputs: Int = 32,
        ping: Duration = .seconds(25),
        drain: Duration = .seconds(2),
        linger: Duration = .seconds(600)
    ) {
        self.connections = connections
        self.channels = channels
        self.events = events
        self.rows = rows
        self.messageBytes = messageBytes
        self.inputs = inputs
        self.ping = ping
        self.drain = drain
        self.linger = linger
    }
}
