import PealCore

/// A message for a webhook.
struct WebhookMessageRow: TableRow, Equatable {
    var message: WebhookMessage

    struct Key: Hashable, Comparable {
        var webhook: WebhookID
        var id: WebhookMessageID

        static func < (left: Self, right: Self) -> Bool { (left.webhook, left.id) < (right.webhook, right.id) }
    }

    enum Group: Hashable {
        case of(WebhookID)
        case waiting(WebhookID)
        case user(UserID)
    }

    var key: Key { Key(webhook: message.webhook, id: message.id) }
    var groups: [Group] {
        [.of(message.webhook)] + (message.state == .waiting ? [.waiting(message.webhook)] : [])
            + (message.user.map { [.user($0)] } ?? [])
    }
}
