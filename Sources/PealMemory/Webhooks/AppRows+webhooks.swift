import PealCore
import PealStore

extension AppRows {
    /// Changes webhooks, or what waits for them; whether it found what it expects.
    mutating func write(_ change: WebhookChange) -> Bool {
        switch change {
        case .add(let webhook, let limit):
            guard webhooks.count < limit else { return false }
            webhooks[webhook.id] = WebhookRow(webhook: webhook)
        case .replace(let webhook, let old):
            guard webhooks[webhook.id]?.webhook == old else { return false }
            webhooks[webhook.id]?.webhook = webhook
        case .remove(let id):
            for key in webhookMessages.keys(in: .of(id)) { webhookMessages.remove(key) }
            return webhooks.removeValue(forKey: id) != nil
        case .queue(let messages, let id, let backlog, let now): queue(messages, of: id, backlog, at: now)
        case .finish(let messages):
            for message in messages { finish(message) }
            return true
        case .resend(let ids, let id, let instant):
            for message in ids {
                let key = WebhookMessageRow.Key(webhook: id, id: message)
                guard webhookMessages[key]?.message.state != .waiting else { continue }
                webhookMessages.update(key) { $0.message = $0.message.again(at: instant) }
            }
        }
        add(.webhookDue)
        return true
    }

    private mutating func queue(_ messages: [WebhookMessage], of id: WebhookID, _ backlog: Int, at now: Timestamp) {
        guard let row = webhooks[id], row.webhook.disabled == nil else { return }
        let room = max(backlog - webhookMessages.keys(in: .waiting(id)).count, 0)
        for message in messages.prefix(room) { webhookMessages.put(WebhookMessageRow(message: message)) }
        guard messages.count > room else { return }
        webhooks[id]?.dropped += messages.count - room
        webhooks[id]?.droppedAt = now
    }

    private mutating func finish(_ message: WebhookMessage) {
        let row = WebhookMessageRow(message: message)
        guard let known = webhookMessages[row.key]?.message, known.state == .waiting,
            known.queuedAt == message.queuedAt
        else { return }
        webhookMessages.put(row)
    }

    /// A webhook with what waits for it.
    func status(_ row: WebhookRow) -> WebhookStatus {
        WebhookStatus(
            app: app,
            webhook: row.webhook,
            dueAt: webhookMessages.rows(in: .waiting(row.webhook.id)).compactMap(\.message.dueAt).min(),
            dropped: row.dropped,
            droppedAt: row.droppedAt
        )
    }

    /// What outgoing events say of a delivery.
    func endedDelivery(_ id: DeliveryID) -> EndedDelivery? {
        guard let row = deliveries[id], let notification = notifications[id.notification],
            let trigger = triggers[notification.trigger]?.trigger
        else { return nil }
        var ended = EndedDelivery(
            id: id,
            trigger: notification.trigger,
            user: notification.user,
            type: trigger.type,
            category: notification.category,
            provider: row.provider,
            state: row.state,
            attempts: row.attempts.count
        )
        ended.entity = trigger.entity
        ended.reason = row.reason
        ended.acceptedAt = row.acceptedAt
        ended.triedAt = row.attempts.last?.at
        return ended
    }
}
