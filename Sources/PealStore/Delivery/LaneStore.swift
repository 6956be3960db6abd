public import PealCore

/// Reads what is kept of queues across restarts and between processes, and how full they are.
public protocol LaneStore: Sendable {
    /// Every queue that was ever paused or resent, or whose token-invalidation breaker ever opened.
    func lanes() async throws -> [LaneRecord]

    /// The next failed deliveries of a queue, by identifier, after one: those of notifications decided since an
    /// instant, and perhaps some older ones.
    func failedDeliveries(of lane: LaneKey, since: Timestamp, after last: DeliveryID?, limit: Int) async throws
        -> [FailedDelivery]

    /// How many deliveries of each queue are pending or under way; costs the same however many there are.
    func openCounts() async throws -> [LaneKey: Int]

    /// How many deliveries of each queue are pending or under way, and how many failed since an instant.
    func laneCounts(since: Timestamp) async throws -> [LaneKey: LaneCounts]
}

/// What is kept of a queue.
public struct LaneRecord: Sendable, Equatable {
    /// Which.
    public var lane: LaneKey
    /// Since when it is paused.
    public var pausedAt: Timestamp?
    /// Since when the token-invalidation breaker is open.
    public var doubtedSince: Timestamp?
    /// When failed deliveries were last sent again.
    public var redrivenAt: Timestamp?

    /// Joins the parts.
    public init(lane: LaneKey, pausedAt: Timestamp?, doubtedSince: Timestamp?, redrivenAt: Timestamp?) {
        self.lane = lane
        self.pausedAt = pausedAt
        self.doubtedSince = doubtedSince
        self.redrivenAt = redrivenAt
    }
}

/// The counts of a queue's deliveries.
public struct LaneCounts: Sendable, Equatable {
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
