/// What events are read with: what the log names and does not hold.
public struct AnalyticsFacts: Sendable, Equatable {
    /// The notifications of an app that are still there.
    public var notifications: [NotificationID: Notification]
    /// Why deliveries did not arrive.
    public var failures: [DeliveryID: String]
    /// What users have chosen.
    public var preferences: [UserID: Preferences]
    /// What is known of participants.
    public var arrivals: [Arrival.Key: Arrival]
    /// The events that are still there.
    public var entities: [EntityRef: Entity]

    /// Joins the parts.
    /// - Parameters:
    ///   - notifications: the notifications that are still there.
    ///   - failures: why deliveries did not arrive.
    ///   - preferences: what users have chosen.
    ///   - arrivals: what is known of participants.
    ///   - entities: the events that are still there.
    public init(
        notifications: [NotificationID: Notification] = [:],
        failures: [DeliveryID: String] = [:],
        preferences: [UserID: Preferences] = [:],
        arrivals: [Arrival.Key: Arrival] = [:],
        entities: [EntityRef: Entity] = [:]
    ) {
        self.notifications = notifications
        self.failures = failures
        self.preferences = preferences
        self.arrivals = arrivals
        self.entities = entities
    }

    /// What never changes of a notification.
    public struct Notification: Sendable, Equatable {
        /// The category.
        public var category: CategoryID
        /// How urgent.
        public var priority: Priority
        /// When it was decided.
        public var createdAt: Timestamp
        /// When it was to go: its trigger was accepted or came due; at the user's local time, when it was decided.
        public var startedAt: Timestamp
        /// Whether the inbox got a row.
        public var isInApp: Bool
        /// Whether its push waited for quiet hours or a digest: that time is wanted, and no latency.
        public var wasHeld: Bool

        /// Joins the parts.
        /// - Parameters:
        ///   - category: the category.
        ///   - priority: how urgent.
        ///   - createdAt: when it was decided.
        ///   - trigger: when its trigger was accepted, and when it came due; `nil` where it comes due for each recipient.
        ///   - isInApp: whether the inbox got a row.
        ///   - wasHeld: whether its push waited.
        public init(
            category: CategoryID,
            priority: Priority,
            createdAt: Timestamp,
            trigger: (acceptedAt: Timestamp, dueAt: Timestamp)?,
            isInApp: Bool,
            wasHeld: Bool
        ) {
            self.category = category
            self.priority = priority
            self.createdAt = createdAt
            startedAt = Self.start(createdAt: createdAt, trigger: trigger)
            self.isInApp = isInApp
            self.wasHeld = wasHeld
        }

        /// When a notification was to go.
        /// - Parameters:
        ///   - createdAt: when it was decided.
        ///   - trigger: when its trigger was accepted, and when it came due; `nil` where it comes due for each recipient.
        /// - Returns: the instant that latencies count from.
        public static func start(createdAt: Timestamp, trigger: (acceptedAt: Timestamp, dueAt: Timestamp)?) -> Timestamp
        {
            trigger.map { min(max($0.acceptedAt, $0.dueAt), createdAt) } ?? createdAt
        }
    }

    /// Why a delivery did not arrive: the push service's reason for the last attempt, or else ours.
    public static func failure(_ reason: Reason?, attempts: [AttemptRecord]) -> String {
        let last = attempts.last.map { $0.reason ?? $0.outcome }
        return last ?? reason?.rawValue ?? DeliveryState.failed.rawValue
    }
}
