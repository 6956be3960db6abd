/// What is to be known of an app to read some of its events.
public struct AnalyticsQuestion: Sendable, Equatable {
    /// Notifications that the events are about.
    public var notifications: Set<NotificationID> = []
    /// Deliveries that did not arrive.
    public var failures: Set<DeliveryID> = []
    /// Users whose choices changed.
    public var users: Set<UserID> = []

    /// Asks nothing.
    public init() {}

    /// Asks what some events of an app need.
    public init(about events: some Sequence<Event>) {
        for event in events {
            if let id = event.countedNotification { notifications.insert(id) }
            if case .delivery(let id) = event.subject, case .moved(_, let to, _) = event.detail, to.isUndelivered {
                failures.insert(id)
            }
            if event.kind == .preferencesChanged, let user = event.user { users.insert(user) }
        }
    }
}

extension Event {
    /// The notification whose category and urgency its counts need.
    var countedNotification: NotificationID? {
        switch (subject, detail) {
        case (.delivery, .none), (.notification, .again), (.notification, .acted): nil
        case (.notification(let id), _): id
        case (.delivery(let id), _): id.notification
        default: nil
        }
    }
}

extension DeliveryState {
    /// Whether it ended, and no push service said that it took it.
    var isUndelivered: Bool { self == .failed || self == .expired || self == .unknown }
}
