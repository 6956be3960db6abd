/// Why a queue's circuit breaker is open, and how long.
public struct OpenBreaker: Sendable, Equatable {
    /// Since when; failed probes do not change it.
    public var since: Timestamp
    /// The code of the last failure that counted.
    public var reason: String?
    /// From when on one push at a time finds out whether the service is back.
    public var probeAt: Timestamp

    /// Joins the parts.
    public init(since: Timestamp, reason: String?, probeAt: Timestamp) {
        self.since = since
        self.reason = reason
        self.probeAt = probeAt
    }
}

/// What keeps a queue from sending because of its push service; stored, so that operators' commands can say it.
public struct QueueTrouble: Sendable, Equatable {
    /// The circuit breaker, while it is open.
    public var breaker: OpenBreaker?
    /// Until when the service asked the sender to wait; may be over.
    public var throttledUntil: Timestamp?

    /// Joins both.
    public init(breaker: OpenBreaker? = nil, throttledUntil: Timestamp? = nil) {
        self.breaker = breaker
        self.throttledUntil = throttledUntil
    }
}
