/// Writes the frames of a session to its client.
protocol StreamOutput {
    /// Returns when the connection has taken them.
    /// - Throws: when the client is gone.
    @concurrent mutating func write(_ frames: [StreamFrame]) async throws
}
