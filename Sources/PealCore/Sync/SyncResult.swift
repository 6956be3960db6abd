/// What the attempt to send a silent sync push came to.
public struct SyncResult: Sendable, Equatable {
    /// The push.
    public var push: ClaimedSync
    /// When it is tried again; `nil` is never.
    public var retryAt: Timestamp?
    /// What happens to the device's token.
    public var deviceChange: DeliveryMachine.DeviceChange
    /// When the attempt ended.
    public var at: Timestamp
    /// The process that holds the lease; results of older ones are not written.
    public var epoch: Int

    /// Joins the parts.
    public init(
        push: ClaimedSync,
        retryAt: Timestamp?,
        deviceChange: DeliveryMachine.DeviceChange,
        at: Timestamp,
        epoch: Int
    ) {
        self.push = push
        self.retryAt = retryAt
        self.deviceChange = deviceChange
        self.at = at
        self.epoch = epoch
    }

    /// Whether the device has to be known: its token may be put into quarantine.
    public var needsDevice: Bool { deviceChange != .none }

    /// What changes for the push; nothing when the lease is not held any more.
    ///
    /// A retry removes what the failed push was to remove. Otherwise that is done, whether the push was accepted or not: the
    /// next push with a badge corrects the rest.
    /// - Parameter state: the push as it is now; most are as they were leased.
    /// - Returns: the changes, the guard among them.
    public func changes(of state: SyncState) -> [SyncChange] {
        guard state.epoch == epoch else { return [] }
        if let retryAt {
            return [.move(from: state, to: state.retried(at: retryAt, carriesBadge: push.cleared.isEmpty))]
        }
        let move = SyncChange.move(from: state, to: state.completed(at: at, hasMore: push.hasMore))
        return push.cleared.isEmpty ? [move] : [move, .forgetClears(push.cleared.map(\.id), on: state.device)]
    }
}
