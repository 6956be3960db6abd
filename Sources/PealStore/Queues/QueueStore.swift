public import PealCore

/// Reads what is kept of queues across restarts and between processes, and how full they are.
public protocol QueueStore: Sendable {
    /// Every queue that was ever paused or resent, or one of whose breakers ever opened.
    func queues() async throws -> [QueueRecord]

    /// The next failed deliveries of a queue, by identifier, after one: those of notifications decided since an
    /// instant, and perhaps some older ones.
    func failedDeliveries(of queue: QueueKey, since: Timestamp, after last: DeliveryID?, limit: Int) async throws
        -> [FailedDelivery]

    /// How many deliveries of each queue are pending or under way; costs the same however many there are.
    func openCounts() async throws -> [QueueKey: Int]

    /// How many deliveries of each queue are pending or under way, and how many failed since an instant.
    func queueCounts(since: Timestamp) async throws -> [QueueKey: QueueCounts]
}

/// What is kept of a queue.
public struct QueueRecord: Sendable, Equatable {
    /// Which.
    public var queue: QueueKey
    /// Since when it is paused.
    public var pausedAt: Timestamp?
    /// Who paused it, where that is known.
    public var pausedBy: String?
    /// Since when the token-invalidation breaker is open.
    public var invalidationBreakerOpenSince: Timestamp?
    /// When failed deliveries were last sent again.
    public var redrivenAt: Timestamp?
    /// What keeps it from sending because of its push service, as the last server said.
    public var trouble: QueueTrouble

    /// Joins the parts.
    public init(
        queue: QueueKey,
        pausedAt: Timestamp?,
        pausedBy: String? = nil,
        invalidationBreakerOpenSince: Timestamp?,
        redrivenAt: Timestamp?,
        trouble: QueueTrouble = QueueTrouble()
    ) {
        self.queue = queue
        self.pausedAt = pausedAt
        self.pausedBy = pausedBy
        self.invalidationBreakerOpenSince = invalidationBreakerOpenSince
        self.redrivenAt = redrivenAt
        self.trouble = trouble
    }

    /// What keeps it from sending as usual.
    public func conditions(now: Timestamp) -> [QueueCondition] {
        [
            pausedAt.map { .paused(since: $0, by: pausedBy) },
            trouble.throttledUntil.flatMap { $0 > now ? .throttled(until: $0) : nil },
            trouble.breaker.map { .breakerOpen($0) },
            invalidationBreakerOpenSince.map { .tokenBreakerOpen(since: $0) },
        ].compactMap(\.self)
    }
}

/// The counts of a queue's deliveries.
public struct QueueCounts: Sendable, Equatable {
    /// Waiting or under way.
    public var pending: Int
    /// Failed for good.
    public var failed: Int

    /// Joins both.
    public init(pending: Int = 0, failed: Int = 0) {
        self.pending = pending
        self.failed = failed
    }
}
