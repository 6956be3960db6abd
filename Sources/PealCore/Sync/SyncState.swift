/// The silent sync push of a device: one at most, which a newer one joins (ADR 0017).
///
/// `epoch` is in flight, `dueAt` is something new to send; with neither it only says when the device received the last one.
public struct SyncState: Sendable, Equatable {
    /// The device.
    public var device: DeviceID
    /// The user whose inbox it is about.
    public var user: UserID
    /// The push service that reaches the device.
    public var provider: ProviderID
    /// When it is due; `nil` when nothing new is to be sent.
    public var dueAt: Timestamp?
    /// When it is no longer worth sending.
    public var expiresAt: Timestamp
    /// The process that sends it; `nil` when it is not in flight.
    public var epoch: Int?
    /// Retries so far.
    public var retries: Int
    /// Whether the badge is new to the device.
    public var carriesBadge: Bool
    /// When the last attempt ended.
    public var sentAt: Timestamp?

    /// Joins the parts.
    public init(
        device: DeviceID,
        user: UserID,
        provider: ProviderID,
        dueAt: Timestamp?,
        expiresAt: Timestamp,
        epoch: Int? = nil,
        retries: Int = 0,
        carriesBadge: Bool,
        sentAt: Timestamp? = nil
    ) {
        self.device = device
        self.user = user
        self.provider = provider
        self.dueAt = dueAt
        self.expiresAt = expiresAt
        self.epoch = epoch
        self.retries = retries
        self.carriesBadge = carriesBadge
        self.sentAt = sentAt
    }

    /// Whether it waits in its queue.
    public var isWaiting: Bool { dueAt != nil && epoch == nil }

    /// Whether it waits and is due at an instant.
    public func isDue(at now: Timestamp) -> Bool { isWaiting && dueAt.map { $0 <= now } ?? false }

    /// The push of a device after a newer one has joined it; `nil` when the device left its user, or may not be sent to any more.
    /// - Parameters:
    ///   - push: the newer one.
    ///   - known: what waits for the device, or is in flight.
    ///   - owner: whose device it is now.
    ///   - device: the state of the device.
    public init?(_ push: SyncPush, joining known: SyncState?, owner: UserID, device: DeviceState) {
        guard owner == push.user, device == .active else { return nil }
        self.init(
            device: push.device,
            user: push.user,
            provider: push.provider,
            dueAt: push.dueAt,
            expiresAt: push.expiresAt,
            epoch: known?.epoch,
            carriesBadge: push.carriesBadge || known?.carriesBadge == true,
            sentAt: known?.sentAt
        )
    }

    /// In flight: what joins it from now on is sent by the next one.
    func leased(to epoch: Int) -> Self {
        var next = self
        next.epoch = epoch
        next.dueAt = nil
        next.carriesBadge = false
        return next
    }

    /// With nothing to send, until an instant or until something joins it.
    func resting(until instant: Timestamp?) -> Self {
        var next = self
        next.dueAt = instant
        return next
    }

    /// Sent again after the process that was sending it ended: its content is absolute, so a second copy does no harm.
    public var interrupted: Self {
        var next = self
        next.epoch = nil
        next.dueAt = dueAt ?? Timestamp(milliseconds: 0)
        next.carriesBadge = true
        return next
    }

    /// Waits for a retry; what joined it meanwhile does not wait.
    /// - Parameters:
    ///   - instant: when the retry is due.
    ///   - carriesBadge: whether the badge was all that was to be sent.
    /// - Returns: the next state.
    func retried(at instant: Timestamp, carriesBadge: Bool) -> Self {
        var next = self
        next.epoch = nil
        next.retries += 1
        next.dueAt = dueAt ?? instant
        next.carriesBadge = self.carriesBadge || carriesBadge
        return next
    }

    /// After an attempt that is not repeated; with more to send it is due immediately.
    func completed(at instant: Timestamp, hasMore: Bool) -> Self {
        var next = self
        next.epoch = nil
        next.dueAt = dueAt ?? (hasMore ? instant : nil)
        next.sentAt = instant
        return next
    }
}
