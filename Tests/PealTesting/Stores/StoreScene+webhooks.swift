import PealCore
import PealStore

/// Webhooks of the scene's app.
extension StoreScene {
    func webhook() -> Webhook {
        let id: WebhookID = id()
        return Webhook(
            id: id,
            url: "https://shop.example/\(id)",
            types: [.deliveryAccepted, .deliveryFailed],
            sealedSecrets: Array("secrets of \(id)".utf8),
            createdAt: now
        )
    }

    func message(_ webhook: WebhookID, user: UserID? = nil) -> WebhookMessage {
        WebhookMessage(
            id: id(),
            webhook: webhook,
            type: .deliveryFailed,
            user: user,
            at: now - .seconds(1),
            queuedAt: now,
            payload: Array("{\"user\":\"\(user?.rawValue ?? "")\"}".utf8)
        )
    }

    func apply(_ change: WebhookChange) async throws -> Bool {
        try await store.apply([ChangeGroup(app: app, [.webhook(change)])]).allSatisfy(\.isApplied)
    }

    func queue(_ messages: [WebhookMessage], of webhook: WebhookID, backlog: Int = 100) async throws -> Bool {
        try await apply(.queue(messages, of: webhook, backlog: backlog, at: now))
    }

    func status(_ id: WebhookID) async throws -> WebhookStatus? {
        try await store.webhooks(of: app).first { $0.webhook.id == id }
    }

    func messages(_ webhook: WebhookID, in state: WebhookMessage.State? = nil) async throws -> [WebhookMessage] {
        try await store.messages(of: webhook, app: app, in: state, page: PageRequest(limit: 99)).items
    }

    func due(_ webhook: WebhookID, at instant: Timestamp, limit: Int = 99) async throws -> [WebhookMessage] {
        try await store.dueMessages(of: webhook, app: app, now: instant, limit: limit)
    }
}
