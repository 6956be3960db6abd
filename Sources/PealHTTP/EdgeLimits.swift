public import PealRealtime

/// Everything the edge bounds: connections, bodies, calls and analyses.
public struct EdgeLimits: Sendable, Equatable {
    /// How long a connection may take, and how many there may be.
    public var connections: ConnectionLimits
    /// What all bodies together may take in memory, in bytes; at least the largest body.
    public var bodyBytes: Int
    /// How many calls each caller may make.
    public var rates: RateLimits
    /// How long one analysis may take (lint, diff, why).
    public var analysis: Duration
    /// What live connections are bounded by.
    public var streams: StreamLimits

    /// Sets all of them.
    public init(
        connections: ConnectionLimits = ConnectionLimits(),
        bodyBytes: Int = 64 * 1024 * 1024,
        rates: RateLimits = RateLimits(),
        analysis: Duration = .seconds(10),
        streams: StreamLimits = StreamLimits()
    ) {
        self.connections = connections
        self.bodyBytes = bodyBytes
        self.rates = rates
        self.analysis = analysis
        self.streams = streams
    }
}
