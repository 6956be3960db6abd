/// What outcomes are planned from: the notifications of deliveries, and their devices.
public struct OutcomeFacts: Sendable, Equatable {
    /// The notifications.
    public var notifications: [NotificationID: Notification]
    /// The devices that outcomes take out of service.
    public var devices: [DeviceID: Device]

    /// Joins both.
    public init(notifications: [NotificationID: Notification] = [:], devices: [DeviceID: Device] = [:]) {
        self.notifications = notifications
        self.devices = devices
    }

    /// A notification with its deliveries.
    public struct Notification: Sendable, Equatable {
        /// Whose it is.
        public var user: UserID
        /// What decides whether its push is still worth sending.
        public var relevance: PushRelevance
        /// Whether its type turns the inbox row into an alert when no device could be reached.
        public var alertsOnFailure: Bool
        /// Whether the row is an alert, or was acknowledged as one.
        public var hadAlert: Bool
        /// Its deliveries, by device.
        public var deliveries: [DeviceID: Delivery]

        /// Joins the parts.
        public init(
            user: UserID,
            relevance: PushRelevance,
            alertsOnFailure: Bool,
            hadAlert: Bool,
            deliveries: [DeviceID: Delivery]
        ) {
            self.user = user
            self.relevance = relevance
            self.alertsOnFailure = alertsOnFailure
            self.hadAlert = hadAlert
            self.deliveries = deliveries
        }

        /// Whether the end of a delivery turns the row into an alert: it was the last device, none was reached, and nothing
        /// else ended the push (R147).
        public func raisesAlert(afterEndFor reason: Reason?) -> Bool {
            guard alertsOnFailure, !hadAlert, relevance.stopReason == nil, reason != .resolvedElsewhere else {
                return false
            }
            return deliveries.values.allSatisfy(\.state.isFailure)
        }
    }

    /// A delivery.
    public struct Delivery: Sendable, Equatable {
        /// Its state.
        public var state: DeliveryState
        /// The epoch that leased it last.
        public var epoch: Int?
        /// Whether the answer to any attempt was lost: the device may show it.
        public var isAnswerLost: Bool

        /// Joins the parts.
        public init(state: DeliveryState, epoch: Int?, isAnswerLost: Bool = false) {
            self.state = state
            self.epoch = epoch
            self.isAnswerLost = isAnswerLost
        }
    }

    /// The device of a delivery.
    public struct Device: Sendable, Equatable {
        /// The user it belongs to.
        public var user: UserID
        /// Its state.
        public var state: DeviceState
        /// Whether the token-invalidation breaker of its queue is open.
        public var isInvalidationBreakerOpen: Bool

        /// Joins the parts.
        public init(user: UserID, state: DeviceState, isInvalidationBreakerOpen: Bool) {
            self.user = user
            self.state = state
            self.isInvalidationBreakerOpen = isInvalidationBreakerOpen
        }

        /// Takes it out of service after an answer; `nil` when it stays as it is.
        ///
        /// What was declared dead, or of another sender, just before the breaker opened, and is written after it, is ignored as well.
        /// - Parameters:
        ///   - id: the device.
        ///   - cause: what the answer said.
        ///   - now: when the attempt ended.
        /// - Returns: the change.
        public func quarantine(_ id: DeviceID, for cause: DeliveryMachine.QuarantineCause, at now: Timestamp)
            -> DeliveryChange?
        {
            guard state == .active || state == .stale, !isInvalidationBreakerOpen else {
                return nil
            }
            return .quarantine(id, of: user, from: state, invalidSince: cause == .dead ? now : nil)
        }
    }

    /// What is known of one result alone.
    public func about(_ result: DeliveryResult) -> OutcomeFacts {
        var facts = OutcomeFacts()
        facts.notifications[result.id.notification] = notifications[result.id.notification]
        if result.device != .none { facts.devices[result.id.device] = devices[result.id.device] }
        return facts
    }
}

extension DeliveryState {
    /// Whether it ended without reaching its device.
    var isFailure: Bool {
        switch self {
        case .failed, .expired, .cancelled: true
        case .pending, .sending, .accepted, .unknown: false
        }
    }
}
