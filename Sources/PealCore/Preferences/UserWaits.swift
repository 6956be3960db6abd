/// What waits for a user, as far as another zone, other quiet hours or another screen may end the wait.
public struct UserWaits: Sendable, Equatable {
    /// Pushes, and deliveries, of a user that are read at most, the oldest: more than anyone has in a night.
    public static let limit = 1_000

    /// A push that is held.
    public struct Held: Sendable, Equatable {
        /// The notification.
        public var id: NotificationID
        /// Its type.
        public var type: TypeID
        /// Its thread.
        public var thread: String?
        /// The stage that holds it.
        public var stage: Stage
        /// Until when.
        public var until: Timestamp

        /// Joins the parts.
        public init(id: NotificationID, type: TypeID, thread: String?, stage: Stage, until: Timestamp) {
            self.id = id
            self.type = type
            self.thread = thread
            self.stage = stage
            self.until = until
        }
    }

    /// A delivery that waits for a reason other than its turn.
    public struct Delivery: Sendable, Equatable {
        /// Which.
        public var id: DeliveryID
        /// Why it waits.
        public var reason: Reason
        /// Until when.
        public var dueAt: Timestamp

        /// Joins the parts.
        public init(id: DeliveryID, reason: Reason, dueAt: Timestamp) {
            self.id = id
            self.reason = reason
            self.dueAt = dueAt
        }
    }

    /// A trigger that waits for the user's local time.
    public struct Trigger: Sendable, Equatable {
        /// Which.
        public var id: TriggerID
        /// When the local time comes.
        public var instant: Timestamp
        /// When the fan-out goes on.
        public var dueAt: Timestamp
        /// How far the fan-out has come.
        public var pass: LocalPass
        /// Whether the trigger was cancelled.
        public var isCancelled: Bool

        /// Joins the parts.
        public init(id: TriggerID, instant: Timestamp, dueAt: Timestamp, pass: LocalPass, isCancelled: Bool) {
            self.id = id
            self.instant = instant
            self.dueAt = dueAt
            self.pass = pass
            self.isCancelled = isCancelled
        }
    }

    /// Held pushes, by identifier.
    public var held: [Held]
    /// Deliveries, by identifier.
    public var deliveries: [Delivery]
    /// Triggers, by identifier.
    public var triggers: [Trigger]

    /// Joins the parts.
    public init(held: [Held] = [], deliveries: [Delivery] = [], triggers: [Trigger] = []) {
        self.held = held
        self.deliveries = deliveries
        self.triggers = triggers
    }
}
