public import PealCore

/// Keeps what operators and alarms say of lanes, across restarts and between processes.
public protocol LaneStore: Sendable {
    /// Every lane that somebody said something about.
    func lanes() async throws -> [LaneRecord]

    /// Pauses lanes or lets them go on; a lane that stands as asked is left alone.
    func setPaused(_ lanes: [LaneKey], _ isPaused: Bool, now: Timestamp) async throws

    /// Raises or lifts the alarm that a push service declares too many addresses dead.
    ///
    /// Raising restores the addresses it declared dead since an instant; a device its person switched off stays off.
    /// - Returns: how many were restored.
    func setDoubted(_ lane: LaneKey, since: Timestamp?, now: Timestamp) async throws -> Int

    /// Sends failed deliveries of a lane again, with all their retries, in bounded steps.
    ///
    /// Left alone are those whose notification expired or was cancelled, read, dismissed or
    /// removed, and those whose device is not active.
    /// - Parameters:
    ///   - lane: the lane.
    ///   - since: how far back, by when the notification was decided.
    ///   - now: when they fall due.
    /// - Returns: how many will be sent again, and how many are left alone.
    /// - Throws: ``StoreError``.
    func redrive(_ lane: LaneKey, since: Timestamp, now: Timestamp) async throws -> (again: Int, left: Int)

    /// How many deliveries of each lane are pending or under way; costs the same however many there are.
    func openCounts() async throws -> [LaneKey: Int]

    /// How many deliveries of each lane are pending or under way, and how many failed since an instant.
    func laneCounts(since: Timestamp) async throws -> [LaneKey: LaneCounts]
}

/// What is kept of a lane.
public struct LaneRecord: Sendable, Equatable {
    /// Which.
    public var lane: LaneKey
    /// Since when it is paused.
    public var pausedAt: Timestamp?
    /// Since when what its push service says of addresses is doubted.
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

/// How a lane's deliveries stand.
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
