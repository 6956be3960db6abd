/// What is too old in an app.
public struct RetentionCut: Sendable, Equatable {
    /// The app.
    public var app: AppID
    /// Inbox rows from before are over.
    public var inbox: Timestamp
    /// Deliveries, traces and trigger data from before are over.
    public var log: Timestamp

    /// Joins the parts.
    public init(app: AppID, inbox: Timestamp, log: Timestamp) {
        self.app = app
        self.inbox = inbox
        self.log = log
    }

    /// What is too old at an instant.
    public init(app: AppID, _ retention: Retention, now: Timestamp) {
        self.init(app: app, inbox: now - retention.inbox, log: now - retention.deliveryLog)
    }

    /// What was decided at this instant or later is past neither time.
    public var latest: Timestamp { max(inbox, log) }
}
