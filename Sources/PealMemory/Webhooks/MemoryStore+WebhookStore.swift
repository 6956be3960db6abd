public import PealCore
public import PealStore

extension MemoryStore: WebhookStore {
    /// The webhooks of an app, or of all.
    public func webhooks(of app: AppID?) async throws -> [WebhookStatus] {
        read { contents in
            (app.map { [contents[$0]] } ?? contents.all).flatMap { rows in
                rows.webhooks.sorted { $0.key < $1.key }.map { rows.status($0.value) }
            }
        }
    }

    /// Messages of a webhook that are due, the longest due first.
    public func dueMessages(of webhook: WebhookID, app: AppID, now: Timestamp, limit: Int) async throws
        -> [WebhookMessage]
    {
        read(app) { rows in
            let due = rows.webhookMessages.rows(in: .waiting(webhook)).map(\.message)
                .compactMap { message in message.dueAt.map { (due: $0, message: message) } }
                .filter { $0.due <= now }
            return due.sorted { ($0.due, $0.message.id) < ($1.due, $1.message.id) }.prefix(limit).map(\.message)
        }
    }

    /// How many messages wait for a webhook, counted up to a limit.
    public func waitingMessages(of webhook: WebhookID, app: AppID, limit: Int) async throws -> Int {
        read(app) { min($0.webhookMessages.keys(in: .waiting(webhook)).count, limit) }
    }

    /// The messages of a webhook, the latest first.
    public func messages(
        of webhook: WebhookID,
        app: AppID,
        in state: WebhookMessage.State?,
        page: PageRequest
    ) async throws -> Page<WebhookMessage> {
        read(app) { rows in
            let before = WebhookMessageID(token: page.after)
            let keys = rows.webhookMessages.keys(in: .of(webhook)).reversed().filter { key in
                before.map { key.id < $0 } ?? true
            }
            return Page(keys, limit: page.limit, token: \.id.token) { key in
                rows.webhookMessages[key].map(\.message).flatMap { state == nil || $0.state == state ? $0 : nil }
            }
        }
    }

    /// What outgoing events say of deliveries.
    public func endedDeliveries(_ ids: Set<DeliveryID>, app: AppID) async throws -> [DeliveryID: EndedDelivery] {
        read(app) { rows in ids.reduce(into: [:]) { $0[$1] = rows.endedDelivery($1) } }
    }

    /// Deletes messages of a webhook that ended.
    public func sweepMessages(
        of webhook: WebhookID,
        app: AppID,
        before instant: Timestamp,
        keeping: Int,
        limit: Int
    ) async throws -> Int {
        try await write(app) { rows in
            let all = rows.webhookMessages.keys(in: .of(webhook))
            let oldest = WebhookMessageID(UUIDv7(floorOf: instant))
            let bound = all.suffix(keeping).first.flatMap { all.count >= keeping ? max($0.id, oldest) : nil } ?? oldest
            let old = all.filter { rows.webhookMessages[$0]?.message.state != .waiting && $0.id < bound }
            for key in old.prefix(limit) { rows.webhookMessages.remove(key) }
            return min(old.count, limit)
        }
    }
}
