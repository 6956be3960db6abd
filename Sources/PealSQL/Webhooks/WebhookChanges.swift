import PealCore

/// Writes webhooks and their messages.
struct WebhookChanges {
    var app: AppID

    func write(_ change: WebhookChange, _ events: inout EventBatch, _ db: SQLConnection) throws {
        switch change {
        case .add(let webhook, below: let limit): try add(webhook, below: limit, db)
        case .replace(let webhook, from: let old): try replace(webhook, from: old, db)
        case .remove(let id):
            try db.run("DELETE FROM webhook WHERE app = ? AND id = ?", [app.bound, id.blob]).orFail()
        case .queue(let messages, of: let id, let backlog, at: let now):
            try queue(messages, of: id, backlog, at: now, db)
        case .finish(let messages):
            for message in messages { try finish(message, db) }
            return
        case .resend(let ids, of: let id, at: let instant):
            for message in ids {
                try db.run(
                    """
                    UPDATE webhook_message SET state = 'waiting', due_at = ?, queued_at = ?, attempts = 0
                    WHERE app = ? AND webhook = ? AND id = ? AND state <> 'waiting'
                    """,
                    [instant.milliseconds, instant.milliseconds, app.bound, id.blob, message.blob]
                )
            }
        }
        events.add(.webhookDue, app: app)
    }

    private func add(_ webhook: Webhook, below limit: Int, _ db: SQLConnection) throws {
        let count = try db.value(Int.self, "SELECT COUNT(*) FROM webhook WHERE app = ?", [app.bound]) ?? 0
        guard count < limit else { throw GuardFailed() }
        try db.run(
            """
            INSERT INTO webhook (app, id, url, types, sealed_secrets, rotates_until, created_at, disabled_at,
                disabled_because, failing_since, down, held_until, active_since)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [app.bound, webhook.id.blob] + (try webhook.bindings())
        )
    }

    private func replace(_ webhook: Webhook, from old: Webhook, _ db: SQLConnection) throws {
        guard try find(webhook.id, db) == old else { throw GuardFailed() }
        try db.run(
            """
            UPDATE webhook SET url = ?, types = ?, sealed_secrets = ?, rotates_until = ?, created_at = ?,
                disabled_at = ?, disabled_because = ?, failing_since = ?, down = ?, held_until = ?,
                active_since = ?
            WHERE app = ? AND id = ?
            """,
            try webhook.bindings() + [app.bound, webhook.id.blob]
        )
    }

    private func find(_ id: WebhookID, _ db: SQLConnection) throws -> Webhook? {
        try db.first("SELECT \(Webhook.columns) FROM webhook w WHERE w.app = ? AND w.id = ?", [app.bound, id.blob]) {
            try Webhook(row: $0)
        }
    }

    private func queue(
        _ messages: [WebhookMessage],
        of id: WebhookID,
        _ backlog: Int,
        at now: Timestamp,
        _ db: SQLConnection
    ) throws {
        guard let webhook = try find(id, db), webhook.disabled == nil else { return }
        let room = max(backlog - (try WebhookRows(app: app).waiting(id, limit: backlog, db)), 0)
        for message in messages.prefix(room) {
            try db.run(
                """
                INSERT INTO webhook_message (app, webhook, id, type, user_id, at, queued_at, payload, state, due_at, attempts)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?, 0)
                """,
                [
                    app.bound, id.blob, message.id.blob, message.type.rawValue, message.user?.rawValue,
                    message.at.milliseconds, message.queuedAt.milliseconds, message.payload,
                    message.dueAt?.milliseconds,
                ]
            )
        }
        guard messages.count > room else { return }
        try db.run(
            "UPDATE webhook SET dropped = dropped + ?, dropped_at = ? WHERE app = ? AND id = ?",
            [messages.count - room, now.milliseconds, app.bound, id.blob]
        )
    }

    private func finish(_ message: WebhookMessage, _ db: SQLConnection) throws {
        try db.run(
            """
            UPDATE webhook_message SET state = ?, due_at = ?, attempts = ?, tried_at = ?, status = ?, reason = ?
            WHERE app = ? AND webhook = ? AND id = ? AND state = 'waiting' AND queued_at = ?
            """,
            [
                message.state.rawValue, message.dueAt?.milliseconds, message.attempts, message.last?.at.milliseconds,
                message.last?.status, message.last?.reason, app.bound, message.webhook.blob, message.id.blob,
                message.queuedAt.milliseconds,
            ]
        )
    }
}
