/// What spans are made with: what the event log names and does not hold.
public struct TraceFacts: Sendable, Equatable {
    /// The triggers of an app that are still there.
    public var triggers: [TriggerID: Trigger] = [:]
    /// The decisions that are still there.
    public var notifications: [NotificationID: Notification] = [:]
    /// The deliveries that are still there.
    public var deliveries: [DeliveryID: Delivery] = [:]

    /// Knows nothing.
    public init() {}

    /// What a trace needs of a trigger.
    public struct Trigger: Sendable, Equatable {
        /// The type.
        public var type: TypeID
        /// Where the caller was; `nil` when it did not say.
        public var parent: TraceParent?
        /// When it was accepted.
        public var acceptedAt: Timestamp
        /// When it came due; `nil` where it comes due for each recipient.
        public var dueAt: Timestamp?

        /// Joins the parts.
        /// - Parameters:
        ///   - type: the type.
        ///   - parent: where the caller was.
        ///   - acceptedAt: when it was accepted.
        ///   - dueAt: when it came due.
        public init(type: TypeID, parent: TraceParent?, acceptedAt: Timestamp, dueAt: Timestamp?) {
            self.type = type
            self.parent = parent
            self.acceptedAt = acceptedAt
            self.dueAt = dueAt
        }
    }

    /// What a trace needs of a decision.
    public struct Notification: Sendable, Equatable {
        /// The trigger.
        public var trigger: TriggerID
        /// The category.
        public var category: CategoryID
        /// How urgent.
        public var priority: Priority
        /// When it was decided.
        public var createdAt: Timestamp
        /// Why its push is suppressed, or its retries are stopped.
        public var reason: Reason?

        /// Joins the parts.
        /// - Parameters:
        ///   - trigger: the trigger.
        ///   - category: the category.
        ///   - priority: how urgent.
        ///   - createdAt: when it was decided.
        ///   - reason: why its push is suppressed.
        public init(
            trigger: TriggerID,
            category: CategoryID,
            priority: Priority,
            createdAt: Timestamp,
            reason: Reason?
        ) {
            self.trigger = trigger
            self.category = category
            self.priority = priority
            self.createdAt = createdAt
            self.reason = reason
        }
    }

    /// What a trace needs of a delivery.
    public struct Delivery: Sendable, Equatable {
        /// The push service.
        public var provider: ProviderID
        /// The latest attempts, oldest first.
        public var attempts: [AttemptRecord]

        /// Joins both.
        public init(provider: ProviderID, attempts: [AttemptRecord]) {
            self.provider = provider
            self.attempts = attempts
        }
    }
}
