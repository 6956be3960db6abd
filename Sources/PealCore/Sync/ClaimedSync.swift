/// A silent sync push that is leased to this process.
public struct ClaimedSync: Sendable, Equatable {
    /// The app.
    public var app: AppID
    /// The push as it is leased.
    public var state: SyncState
    /// The device.
    public var target: DueSync.Target
    /// The user's counts.
    public var counts: InboxCounts
    /// Pushes to remove from the screen, the newest first; none sends the badge only.
    public var cleared: [TaggedPush]
    /// Whether more is to be removed afterwards.
    public var hasMore: Bool

    /// Joins the parts.
    public init(
        app: AppID,
        state: SyncState,
        target: DueSync.Target,
        counts: InboxCounts,
        cleared: [TaggedPush],
        hasMore: Bool
    ) {
        self.app = app
        self.state = state
        self.target = target
        self.counts = counts
        self.cleared = cleared
        self.hasMore = hasMore
    }

    /// The device.
    public var device: DeviceID { state.device }

    /// The queue that it goes through.
    public var queue: QueueKey { QueueKey(app: app, provider: state.provider) }
}
