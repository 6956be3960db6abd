/// What outgoing events say of a delivery that ended.
public struct EndedDelivery: Sendable, Equatable {
    /// Which.
    public var id: DeliveryID
    /// The trigger.
    public var trigger: TriggerID
    /// The user as the backend names them.
    public var user: UserID
    /// The type.
    public var type: TypeID
    /// The category.
    public var category: CategoryID
    /// What it is about.
    public var entity: EntityRef?
    /// The push service.
    public var provider: ProviderID
    /// Where it stands.
    public var state: DeliveryState
    /// Why it failed.
    public var reason: Reason?
    /// When a push service accepted it.
    public var acceptedAt: Timestamp?
    /// How often it was tried, as far as attempts are kept.
    public var attempts: Int
    /// When the last attempt ended.
    public var triedAt: Timestamp?

    /// States what every ended delivery has; its reason and times are set where there are any.
    public init(
        id: DeliveryID,
        trigger: TriggerID,
        user: UserID,
        type: TypeID,
        category: CategoryID,
        provider: ProviderID,
        state: DeliveryState,
        attempts: Int
    ) {
        self.id = id
        self.trigger = trigger
        self.user = user
        self.type = type
        self.category = category
        self.provider = provider
        self.state = state
        self.attempts = attempts
    }

    /// Which event its end is; `nil` while it has not ended, and when a user or the backend cancelled it.
    public var event: WebhookType? {
        switch state {
        case .accepted: .deliveryAccepted
        case .failed, .expired, .unknown: .deliveryFailed
        case .pending, .sending, .cancelled: nil
        }
    }
}
