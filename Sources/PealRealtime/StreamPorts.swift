public import PealCore
public import PealStore

/// What the hub gets from outside.
public struct StreamPorts: Sendable {
    /// The log.
    public var events: any EventStore
    /// Reads the clock that tokens expire by.
    public var now: @Sendable () -> Timestamp
    /// A clock that never goes back, for pings.
    public var uptime: @Sendable () -> Duration
    /// Waits by that clock; throws when cancelled.
    public var pause: @Sendable (Duration) async throws -> Void
    /// What the log's readers are woken by.
    public var wakeUp: StreamWakeUp
    /// Whether a client may stay connected: its user exists and its token is not revoked.
    public var isAllowed: @Sendable (StreamClient) async throws -> Bool
    /// Reads what rounds mean, in their order; `nil` leaves a round to its connections.
    public var news: @Sendable ([StreamRound]) async throws -> [(any StreamNews)?]
    /// Called with what went wrong; the hub tries again.
    public var failed: @Sendable (any Error) -> Void

    /// Joins the parts.
    public init(
        events: any EventStore,
        now: @escaping @Sendable () -> Timestamp,
        uptime: @escaping @Sendable () -> Duration,
        pause: @escaping @Sendable (Duration) async throws -> Void,
        wakeUp: StreamWakeUp,
        isAllowed: @escaping @Sendable (StreamClient) async throws -> Bool,
        news: @escaping @Sendable ([StreamRound]) async throws -> [(any StreamNews)?] = { $0.map { _ in nil } },
        failed: @escaping @Sendable (any Error) -> Void
    ) {
        self.events = events
        self.now = now
        self.uptime = uptime
        self.pause = pause
        self.wakeUp = wakeUp
        self.isAllowed = isAllowed
        self.news = news
        self.failed = failed
    }
}
