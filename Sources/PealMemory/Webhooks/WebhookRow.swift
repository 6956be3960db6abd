import PealCore

/// A webhook.
struct WebhookRow: Sendable {
    var webhook: Webhook
    var dropped = 0
    var droppedAt: Timestamp?
}
