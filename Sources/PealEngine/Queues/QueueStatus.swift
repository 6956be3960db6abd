public import PealCore

/// The status of a queue.
public struct QueueStatus: Sendable, Equatable {
    /// Which.
    public var queue: QueueKey
    /// Deliveries under way.
    public var inFlight: Int
    /// Whether an operator pauses it.
    public var isPaused: Bool
    /// Whether its push service fails.
    public var isBroken: Bool
    /// Whether its token-invalidation breaker is open.
    public var isInvalidationBreakerOpen: Bool
}
