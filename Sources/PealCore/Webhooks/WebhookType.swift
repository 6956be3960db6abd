/// What outgoing events tell a backend.
public enum WebhookType: String, Sendable, Codable, CaseIterable {
    /// A push service accepted a delivery.
    case deliveryAccepted = "delivery.accepted"
    /// A delivery ended without being accepted: it failed, expired, or its answer was lost.
    case deliveryFailed = "delivery.failed"
    /// Pushes reach a user who was not reached before.
    case userReachable = "user.reachable"
    /// Pushes reach a user no longer.
    case userUnreachable = "user.unreachable"
    /// A user took an action on a notification, or a participant replied to an event.
    case replyReceived = "reply.received"
    /// A participant replied that they cannot come (R197).
    case cancellationRequested = "eta.cancellation_requested"
    /// An alert fired.
    case alertFired = "alert.fired"
    /// An alert that had fired is resolved.
    case alertResolved = "alert.resolved"
    /// A checkpoint of the app's audit log was signed.
    case auditCheckpoint = "audit.checkpoint"

    /// The instrumentation events of the specification, by its names (S0.Obs): switches changed.
    case preferenceUpdated = "notification_preference_updated"
    /// A notification was sent.
    case notificationSent = "notification_sent"
    /// A notification was delivered on a channel.
    case notificationDelivered = "notification_delivered"
    /// A notification was opened.
    case notificationOpened = "notification_opened"
    /// A participant said when they arrive.
    case etaSubmitted = "eta_update_submitted"
    /// A host looked at a board.
    case dashboardViewed = "eta_dashboard_viewed"
    /// A notification could not be delivered on a channel.
    case notificationFailed = "notification_delivery_failed"
    /// A user took an action of a notification.
    case actionTaken = "notification_action_taken"

    /// Whether only a webhook that names it receives it: it comes with every notification, every user or every minute.
    public var isNamedOnly: Bool {
        switch self {
        case .deliveryAccepted, .deliveryFailed, .replyReceived, .cancellationRequested, .alertFired,
            .alertResolved:
            false
        case .userReachable, .userUnreachable, .auditCheckpoint, .preferenceUpdated, .notificationSent,
            .notificationDelivered, .notificationOpened, .etaSubmitted, .dashboardViewed, .notificationFailed,
            .actionTaken:
            true
        }
    }

    /// The kinds of events in the log that it is made from; none for what analytics make first, and for alerts and
    /// reachability, whose messages are queued with their change.
    public var sources: Set<EventKind> {
        switch self {
        case .deliveryAccepted, .deliveryFailed: [.deliveryEnded]
        case .replyReceived: [.replyReceived, .etaChanged]
        case .cancellationRequested: [.cancellationRequested]
        case .auditCheckpoint: [.auditCheckpoint]
        case .preferenceUpdated, .notificationSent, .notificationDelivered, .notificationOpened, .etaSubmitted,
            .dashboardViewed, .notificationFailed, .actionTaken, .alertFired, .alertResolved, .userReachable,
            .userUnreachable:
            []
        }
    }
}
