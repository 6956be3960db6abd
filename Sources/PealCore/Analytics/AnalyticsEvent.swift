/// One of the instrumentation events of the specification, with its members (S0.Obs, R218).
public struct AnalyticsEvent: Hashable, Sendable {
    /// When it happened.
    public var at: Timestamp
    /// What happened.
    public var fact: Fact

    /// Joins both.
    public init(_ fact: Fact, at instant: Timestamp) {
        at = instant
        self.fact = fact
    }

    /// What happened.
    public enum Fact: Hashable, Sendable {
        /// A user changed the switches of a category; without one, those of all categories.
        case preferenceUpdated(CategoryID?, isEnabled: Bool, channels: [Channel])
        /// A notification was sent on channels; its user is read with the notification.
        case sent(NotificationID, CategoryID, channels: [Channel])
        /// A notification was delivered on a channel, so long after its trigger.
        case delivered(NotificationID, Channel, latency: Duration, Proof)
        /// A client says that a notification was opened from its push, so long after it was sent.
        case opened(NotificationID, timeSinceSent: Duration)
        /// A participant said when they arrive.
        case etaSubmitted(EntityRef, EtaStatus, minutesLate: Int?)
        /// A client says that a host looked at a board; the host is `nil` once erased.
        case dashboardViewed(EntityRef, host: UserID?, participants: Int)
        /// A notification could not be delivered on a channel.
        case deliveryFailed(NotificationID, Channel, errorCode: String)
        /// A user took an action of a notification, which may state an arrival.
        case actionTaken(NotificationID, action: String, ActionKind, EtaChoice?)
    }

    /// Who says that a notification was delivered.
    public enum Proof: String, Sendable, CaseIterable {
        /// The push service accepted it, or the inbox shows it.
        case accepted
        /// The device confirmed it.
        case confirmed
    }
}

extension AnalyticsEvent {
    /// The name in the specification.
    public var name: String {
        switch fact {
        case .preferenceUpdated: "notification_preference_updated"
        case .sent: "notification_sent"
        case .delivered: "notification_delivered"
        case .opened: "notification_opened"
        case .etaSubmitted: "eta_update_submitted"
        case .dashboardViewed: "eta_dashboard_viewed"
        case .deliveryFailed: "notification_delivery_failed"
        case .actionTaken: "notification_action_taken"
        }
    }

    /// Whether a client says so, and nothing here can check it.
    public var isClaimed: Bool {
        switch fact {
        case .opened, .dashboardViewed, .delivered(_, _, _, .confirmed): true
        case .preferenceUpdated, .sent, .delivered, .etaSubmitted, .deliveryFailed, .actionTaken: false
        }
    }
}
