package import PealCore

extension SQLStore {
    /// The webhooks of an app, or of all.
    package func webhooks(of app: AppID?) async throws -> [WebhookStatus] {
        try await look { db in try WebhookRows.statuses(of: app, db) }
    }

    /// Messages of a webhook that are due, the longest due first.
    package func dueMessages(of webhook: WebhookID, app: AppID, now: Timestamp, limit: Int) async throws
        -> [WebhookMessage]
    {
        try await look { db in try WebhookRows(app: app).due(webhook, now: now, limit: limit, db) }
    }

    /// How many messages wait for a webhook, counted up to a limit.
    package func waitingMessages(of webhook: WebhookID, app: AppID, limit: Int) async throws -> Int {
        try await read { db in try WebhookRows(app: app).waiting(webhook, limit: limit, db) }
    }

    /// The messages of a webhook, the latest first.
    package func messages(
        of webhook: WebhookID,
        app: AppID,
        in state: WebhookMessage.State?,
        page: PageRequest
    ) async throws -> Page<WebhookMessage> {
        try await read { db in try WebhookRows(app: app).page(webhook, in: state, page, db) }
    }

    /// What outgoing events say of deliveries.
    package func endedDeliveries(_ ids: Set<DeliveryID>, app: AppID) async throws -> [DeliveryID: EndedDelivery] {
        try await read { db in
            let rows = WebhookRows(app: app)
            var found: [DeliveryID: EndedDelivery] = [:]
            for id in ids { found[id] = try rows.ended(id, db) }
            return found
        }
    }

    /// Deletes messages of a webhook that ended.
    package func sweepMessages(
        of webhook: WebhookID,
        app: AppID,
        before instant: Timestamp,
        keeping: Int,
        limit: Int
    ) async throws -> Int {
        let rows = WebhookRows(app: app)
        // Mostly there are none, and looking costs no write.
        guard try await read({ db in try rows.isAnyOld(webhook, before: instant, keeping: keeping, db) }) else {
            return 0
        }
        return try await writer.perform(.progress, weight: limit) { db in
            try rows.sweep(webhook, before: instant, keeping: keeping, limit: limit, db)
        }
    }
}
