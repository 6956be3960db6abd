/// Why pending deliveries of a queue are not due yet, whatever their own time says.
public struct QueuePause: Sendable, Equatable {
    /// What keeps them.
    public enum Cause: Sendable, Equatable {
        /// An operator paused the queue.
        case paused(since: Timestamp, by: String?)
        /// The push service asked the sender to wait.
        case throttled
        /// The circuit breaker is open.
        case breakerOpen(OpenBreaker)
        /// The rate of the queue is used up.
        case rate
    }

    /// Until when; `nil` is until something else happens: an operator resumes the queue, a probe is answered.
    public var until: Timestamp?
    /// Whether critical deliveries wait as well.
    public var pausesCritical: Bool
    /// What keeps them.
    public var cause: Cause

    /// Describes a pause.
    public init(until: Timestamp?, pausesCritical: Bool, cause: Cause) {
        self.until = until
        self.pausesCritical = pausesCritical
        self.cause = cause
    }
}

/// How many deliveries may be taken: critical ones have a reserve that no broadcast can fill.
public struct QueueCapacity: Sendable, Equatable {
    /// Critical ones.
    public var critical: Int
    /// All others.
    public var ordinary: Int

    /// Sets both.
    public init(critical: Int, ordinary: Int) {
        self.critical = critical
        self.ordinary = ordinary
    }

    /// What is left of a bound when so many are in flight; an eighth of it is kept for critical ones.
    public init(bound: Int, inFlight: Int) {
        let reserve = bound >= 2 ? max(1, bound / 8) : 0
        self.init(critical: max(0, bound - inFlight), ordinary: max(0, bound - reserve - inFlight))
    }

    /// Whether nothing may be taken.
    public var isEmpty: Bool { critical <= 0 && ordinary <= 0 }

    /// What there is for a priority.
    public func room(for priority: Priority) -> Int { priority == .critical ? critical : ordinary }

    /// Takes one, whatever its priority.
    public mutating func take(_ count: Int = 1) {
        critical -= count
        ordinary -= count
    }
}
