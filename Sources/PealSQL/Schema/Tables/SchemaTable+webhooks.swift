extension SchemaTable {
    /// Webhooks (ADR 0044).
    ///
    /// `types` empty receives everything; what happened before `active_since` is not sent. `down` counts how often the
    /// receiver was found down in a row.
    static let webhook = SchemaTable(
        "webhook",
        sql: """
            CREATE TABLE webhook (
                app INTEGER NOT NULL, id {id id} NOT NULL, url TEXT NOT NULL,
                types TEXT NOT NULL CHECK ({json types}),
                sealed_secrets BLOB NOT NULL CHECK (length(sealed_secrets) > 0), rotates_until INTEGER,
                created_at INTEGER NOT NULL, active_since INTEGER NOT NULL, disabled_at INTEGER,
                disabled_because TEXT CHECK \(isWord("disabled_because", "gone", "failing", "requested")),
                failing_since INTEGER, down INTEGER NOT NULL DEFAULT 0, held_until INTEGER,
                dropped INTEGER NOT NULL DEFAULT 0, dropped_at INTEGER,
                CHECK ((disabled_at IS NULL) = (disabled_because IS NULL)),
                CHECK (failing_since IS NOT NULL OR (down = 0 AND held_until IS NULL)),
                PRIMARY KEY (app, id)) {by_key};
            """
    )

    /// One event for one webhook.
    ///
    /// `payload` is what is sent: identifiers and codes, no texts.
    static let webhookMessage = SchemaTable(
        "webhook_message",
        sql: """
            CREATE TABLE webhook_message (
                app INTEGER NOT NULL, webhook {id} NOT NULL, id {id id} NOT NULL,
                type TEXT NOT NULL, user_id TEXT, at INTEGER NOT NULL, queued_at INTEGER NOT NULL,
                payload BLOB NOT NULL CHECK (length(payload) > 0),
                state TEXT NOT NULL CHECK \(isWord("state", "waiting", "delivered", "failed")), due_at INTEGER,
                attempts INTEGER NOT NULL, tried_at INTEGER, status INTEGER, reason TEXT,
                CHECK ((state = 'waiting') = (due_at IS NOT NULL)),
                PRIMARY KEY (app, webhook, id),
                FOREIGN KEY (app, webhook) REFERENCES webhook (app, id) ON DELETE CASCADE
            ) {by_key};
            CREATE INDEX webhook_message_due ON webhook_message (app, webhook, due_at) WHERE due_at IS NOT NULL;
            CREATE INDEX webhook_message_user ON webhook_message (app, user_id) WHERE user_id IS NOT NULL;
            """
    )
}
