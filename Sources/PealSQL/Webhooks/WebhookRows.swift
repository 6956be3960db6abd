package import PealCore

/// Reads webhooks and their messages.
package struct WebhookRows {
    var app: AppID

    /// The webhooks of an app, or of all, with what waits for each.
    package static func statuses(of app: AppID?, _ db: SQLConnection) throws -> [WebhookStatus] {
        let found = try db.all(
            """
            SELECT \(Webhook.columns), w.dropped, w.dropped_at, w.app, (
                SELECT MIN(m.due_at) FROM webhook_message m
                WHERE m.app = w.app AND m.webhook = w.id AND m.due_at IS NOT NULL)
            FROM webhook w \(app == nil ? "" : "WHERE w.app = ?") ORDER BY w.app, w.id
            """,
            app.map { [$0.bound] } ?? []
        ) { row in
            WebhookStatus(
                app: try row.key(Webhook.width + 2) as AppID,
                webhook: try Webhook(row: row),
                dueAt: try row.optionalTime(Webhook.width + 3),
                dropped: try row.int(Webhook.width),
                droppedAt: try row.optionalTime(Webhook.width + 1)
            )
        }
        return found.sorted { ($0.app, $0.webhook.id) < ($1.app, $1.webhook.id) }
    }

    func due(_ webhook: WebhookID, now: Timestamp, limit: Int, _ db: SQLConnection) throws -> [WebhookMessage] {
        try db.all(
            """
            SELECT \(WebhookMessage.columns) FROM webhook_message
            WHERE app = ? AND webhook = ? AND due_at IS NOT NULL AND due_at <= ? ORDER BY due_at, id LIMIT ?
            """,
            [app.bound, webhook.blob, now.milliseconds, limit],
            WebhookMessage.init(row:)
        )
    }

    /// How many messages wait, counted up to a limit.
    func waiting(_ webhook: WebhookID, limit: Int, _ db: SQLConnection) throws -> Int {
        try db.value(
            Int.self,
            """
            SELECT COUNT(*) FROM (
                SELECT 1 FROM webhook_message WHERE app = ? AND webhook = ? AND due_at IS NOT NULL LIMIT ?) found
            """,
            [app.bound, webhook.blob, limit]
        ) ?? 0
    }

    func page(_ webhook: WebhookID, in state: WebhookMessage.State?, _ page: PageRequest, _ db: SQLConnection) throws
        -> Page<WebhookMessage>
    {
        let found = try db.all(
            """
            SELECT \(WebhookMessage.columns) FROM webhook_message
            WHERE app = ?1 AND webhook = ?2 AND id < ?3 AND (state = ?4 OR ?4 IS NULL) ORDER BY id DESC LIMIT ?5
            """,
            [app.bound, webhook.blob, PageToken.upperBound(page.after), state?.rawValue, page.limit + 1],
            WebhookMessage.init(row:)
        )
        let items = Array(found.prefix(page.limit))
        return Page(items: items, next: found.count > page.limit ? items.last.map { PageToken.text($0.id) } : nil)
    }

    /// Deletes messages that ended; how many.
    func sweep(_ webhook: WebhookID, before instant: Timestamp, keeping: Int, limit: Int, _ db: SQLConnection) throws
        -> Int
    {
        try db.run(
            """
            DELETE FROM webhook_message WHERE app = ?1 AND webhook = ?2 AND id IN (
                SELECT id FROM webhook_message WHERE app = ?1 AND webhook = ?2 AND due_at IS NULL AND id < ?3
                ORDER BY id LIMIT ?4)
            """,
            [app.bound, webhook.blob, try bound(webhook, before: instant, keeping: keeping, db), limit]
        )
    }

    /// Whether any message ended that is past its time.
    func isAnyOld(_ webhook: WebhookID, before instant: Timestamp, keeping: Int, _ db: SQLConnection) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM webhook_message WHERE app = ? AND webhook = ? AND due_at IS NULL AND id < ? LIMIT 1
            """,
            [app.bound, webhook.blob, try bound(webhook, before: instant, keeping: keeping, db)]
        )
    }

    /// The first identifier that is kept.
    private func bound(_ webhook: WebhookID, before instant: Timestamp, keeping: Int, _ db: SQLConnection) throws
        -> StoredID
    {
        let oldest = WebhookMessageID(UUIDv7(floorOf: instant))
        let last: WebhookMessageID? = try db.first(
            "SELECT id FROM webhook_message WHERE app = ? AND webhook = ? ORDER BY id DESC LIMIT 1 OFFSET ?",
            [app.bound, webhook.blob, keeping - 1]
        ) { try $0.id(0) }
        return (last.map { max($0, oldest) } ?? oldest).blob
    }

    /// What outgoing events say of a delivery.
    func ended(_ id: DeliveryID, _ db: SQLConnection) throws -> EndedDelivery? {
        try db.first(
            """
            SELECT n.trigger_id, n.user_id, t.type, n.category, t.entity_type, t.entity_id, d.provider,
                \(DeliveryState.column(of: "d")), d.reason, \(StoredAttempts.columns(of: "d"))
            FROM delivery d JOIN notification n ON n.app = d.app AND n.id = d.notification_id
            JOIN trigger t ON t.app = n.app AND t.id = n.trigger_id
            WHERE d.app = ? AND d.notification_id = ? AND d.device_id = ?
            """,
            [app.bound, id.notification.blob, id.device.blob]
        ) { row in
            let attempts = try StoredAttempts.read(row, at: 9)
            var ended = EndedDelivery(
                id: id,
                trigger: try row.id(0),
                user: try row.key(1),
                type: try row.key(2),
                category: try row.key(3),
                provider: ProviderID(rawValue: try row.text(6)),
                state: try row.word(7),
                attempts: attempts.count
            )
            ended.entity = try row.optionalRef(4)
            ended.reason = try row.optionalWord(8)
            ended.acceptedAt = try row.optionalTime(10)
            ended.triedAt = attempts.last?.at
            return ended
        }
    }
}
