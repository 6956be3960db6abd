/// What is to be known of an app to read some of its events.
public struct AnalyticsQuestion: Sendable, Equatable {
    /// Notifications that the events are about.
    public var notifications: Set<NotificationID> = []
    /// Deliveries that did not arrive.
    public var failures: Set<DeliveryID> = []
    /// Users whose choices changed.
    public var users: Set<UserID> = []
    /// Participants who replied or checked in.
    public var arrivals: Set<Arrival.Key> = []
    /// Events that participants checked in at.
    public var entities: Set<EntityRef> = []

    /// Asks nothing.
    public init() {}

    /// Asks what some events of an app need.
    /// - Parameters:
    ///   - events: the events.
    ///   - rules: what counts as a check-in; `nil` where the app has no events with participants.
    public init(about events: some Sequence<Event>, rules: EtaRules? = nil) {
        for event in events {
            if let id = event.countedNotification { notifications.insert(id) }
            if case .delivery(let id) = event.subject, case .moved(_, let to, _) = event.detail, to.isUndelivered {
                failures.insert(id)
            }
            if event.kind == .preferencesChanged, let user = event.user { users.insert(user) }
            if let key = event.replier { arrivals.insert(key) }
            if let checkIn = rules?.checkIn(event) {
                arrivals.insert(checkIn.key)
                entities.insert(checkIn.key.event)
            }
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

    /// The participant who replied.
    var replier: Arrival.Key? {
        guard kind == .etaChanged, case .entity(let ref) = subject, let user else { return nil }
        return Arrival.Key(ref, user)
    }
}

extension DeliveryState {
    /// Whether it ended, and no push service said that it took it.
    var isUndelivered: Bool { self == .failed || self == .expired || self == .unknown }
}
