/// What is to be known of an app to make spans of some of its events.
public struct TraceQuestion: Sendable, Equatable {
    /// Triggers; those of the notifications are read as well.
    public var triggers: Set<TriggerID> = []
    /// Notifications.
    public var notifications: Set<NotificationID> = []
    /// Deliveries.
    public var deliveries: Set<DeliveryID> = []

    /// Asks nothing.
    public init() {}

    /// Asks what some events of an app need.
    public init(about events: some Sequence<Event>) {
        for event in events {
            switch event.traced {
            case .trigger(let id): triggers.insert(id)
            case .decision(let id): notifications.insert(id)
            case .attempt(let id, endedAt: _):
                notifications.insert(id.notification)
                deliveries.insert(id)
            case nil: break
            }
        }
    }
}

extension Event {
    /// What an event is a span of.
    enum Traced {
        case trigger(TriggerID)
        case decision(NotificationID)
        case attempt(DeliveryID, endedAt: Timestamp)
    }

    /// What the event is a span of; `nil` for most.
    var traced: Traced? {
        switch (kind, subject, detail) {
        case (.triggerAccepted, .trigger(let id), _): .trigger(id)
        // A push that goes again was decided before.
        case (.notificationPushed, .notification, .again): nil
        case (.notificationPushed, .notification(let id), _), (.notificationHeld, .notification(let id), _),
            (.notificationDigested, .notification(let id), _), (.notificationSuppressed, .notification(let id), _):
            .decision(id)
        // Without an attempt a delivery ends before it is sent; a receipt contradicts one that was accepted.
        case (.deliveryEnded, .delivery(let id), .moved(.sending, _, let at)): .attempt(id, endedAt: at)
        case (.deliveryDue, .delivery(let id), .at(let at)): .attempt(id, endedAt: at)
        default: nil
        }
    }
}
