/// A webhook with what waits for it.
public struct WebhookStatus: Sendable, Equatable {
    /// The app.
    public var app: AppID
    /// The webhook.
    public var webhook: Webhook
    /// When the first message that waits is due; `nil` when none waits.
    public var dueAt: Timestamp?
    /// Messages that were dropped because too many waited.
    public var dropped: Int
    /// When the last one was dropped.
    public var droppedAt: Timestamp?

    /// Joins the parts.
    public init(app: AppID, webhook: Webhook, dueAt: Timestamp?, dropped: Int, droppedAt: Timestamp?) {
        self.app = app
        self.webhook = webhook
        self.dueAt = dueAt
        self.dropped = dropped
        self.droppedAt = droppedAt
    }

    /// When a message is sent next; `nil` when none waits, or the webhook is disabled.
    public var nextTurn: Timestamp? {
        guard webhook.disabled == nil, let dueAt else { return nil }
        return max(dueAt, webhook.failures?.heldUntil ?? dueAt)
    }
}
