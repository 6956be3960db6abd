/// Writes the frames of a session to its client.
protocol StreamOutput {
    /// The connection, where the hub may write to it while the session waits.
    var link: LiveLink? { get }

    /// Returns when the connection has taken them.
    /// - Throws: when the client is gone.
    @concurrent mutating func write(_ frames: [StreamFrame]) async throws
}

extension StreamOutput {
    /// The session writes everything by itself.
    var link: LiveLink? { nil }
}
