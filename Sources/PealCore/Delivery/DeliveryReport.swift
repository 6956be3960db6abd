/// A delivery with its attempts, as the backend sees it.
public struct DeliveryReport: Sendable, Equatable {
    /// Which.
    public var id: DeliveryID
    /// The push service.
    public var provider: ProviderID
    /// The device's operating system; `nil` once the device was revoked so long ago that it is forgotten.
    public var platform: Platform?
    /// Where it stands.
    public var state: DeliveryState
    /// Why it failed.
    public var reason: Reason?
    /// The attempts, oldest first; at most the last 20.
    public var attempts: [AttemptRecord]
    /// When it is tried next.
    public var dueAt: Timestamp?

    /// Joins the parts.
    public init(
        id: DeliveryID,
        provider: ProviderID,
        platform: Platform?,
        state: DeliveryState,
        reason: Reason?,
        attempts: [AttemptRecord],
        dueAt: Timestamp?
    ) {
        self.id = id
        self.provider = provider
        self.platform = platform
        self.state = state
        self.reason = reason
        self.attempts = attempts
        self.dueAt = dueAt
    }
}
