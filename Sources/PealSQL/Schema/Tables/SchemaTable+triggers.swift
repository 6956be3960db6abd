extension SchemaTable {
    /// What happened, and what became of it.
    static let trigger = SchemaTable(
        "trigger",
        sql: """
            CREATE TABLE trigger (
                app INTEGER NOT NULL, id {id id} NOT NULL, type TEXT NOT NULL,
                entity_type TEXT, entity_id TEXT, parent_type TEXT, parent_id TEXT,
                -- The outermost ancestor of the entity when it was accepted: the organisation.
                root_type TEXT, root_id TEXT, transition TEXT,
                actor_id TEXT, actor_kind TEXT CHECK \(isWord("actor_kind", "user", "admin", "system")),
                audience TEXT NOT NULL,
                priority TEXT CHECK \(isWord("priority", "normal", "high", "critical", "low")),
                due_at INTEGER NOT NULL, accepted_at INTEGER NOT NULL, cancel_key TEXT, claim_key TEXT,
                catalog_version INTEGER NOT NULL, sealed_data BLOB NOT NULL,
                fan_out TEXT NOT NULL DEFAULT 'waiting'
                    CHECK \(isWord("fan_out", "waiting", "running", "finished")),
                cursor TEXT, cancelled_at INTEGER,
                -- The answer of a cancel, and how far it is; until when a claim held that the cancel released.
                cancel_spared INTEGER, cancel_late INTEGER, cancel_cursor TEXT, claim_until INTEGER,
                -- Until when a sender's limit digests its pushes; the local time at which users get it, in seconds.
                digest_until INTEGER, send_local INTEGER,
                -- What its entity's change made of a firing: since when and why it is not wanted any more, how far that
                -- was looked at; how far its inbox rows are retracted since it fired again.
                withdrawn_at INTEGER, withdraw_reason TEXT, withdraw_cursor TEXT, retract_cursor TEXT,
                -- How far the passes over its recipients are, where there are several: 1 in the first, 2 after it.
                local_pass INTEGER NOT NULL DEFAULT 0 CHECK (local_pass BETWEEN 0 AND 2),
                -- How urgent it can be for anybody, as its catalog says; decided once, when it is accepted.
                rank INTEGER NOT NULL DEFAULT 1 CHECK (rank BETWEEN 0 AND 3),
                -- Until when users who join its audience become recipients: of what fired by itself.
                open_until INTEGER,
                -- Where its caller was in a trace, as the header `traceparent`.
                trace_parent TEXT,
                CHECK (cancel_cursor IS NULL OR cancelled_at IS NOT NULL),
                CHECK ((withdraw_cursor IS NULL AND retract_cursor IS NULL) OR withdrawn_at IS NOT NULL),
                CHECK ((withdrawn_at IS NULL) = (withdraw_reason IS NULL)),
                CHECK ((entity_type IS NULL) = (entity_id IS NULL)),
                CHECK ((parent_type IS NULL) = (parent_id IS NULL)),
                CHECK ((root_type IS NULL) = (root_id IS NULL)),
                PRIMARY KEY (app, id)) {by_row};
            -- The first is for the next time at which any is due, the second for whose turn it is.
            CREATE INDEX trigger_due ON trigger (due_at, app, id) WHERE fan_out <> 'finished' AND cancelled_at IS NULL;
            CREATE INDEX trigger_turn ON trigger (app, rank, fan_out, due_at, id)
                WHERE fan_out <> 'finished' AND cancelled_at IS NULL;
            CREATE INDEX trigger_cancel_key ON trigger (app, cancel_key, id) WHERE cancel_key IS NOT NULL;
            CREATE INDEX trigger_cancelling ON trigger (app, id) WHERE cancel_cursor IS NOT NULL;
            CREATE INDEX trigger_withdrawing ON trigger (app, id) WHERE withdraw_cursor IS NOT NULL;
            CREATE INDEX trigger_retracting ON trigger (app, id) WHERE retract_cursor IS NOT NULL;
            CREATE INDEX trigger_local ON trigger (app, id) WHERE local_pass > 0;
            CREATE INDEX trigger_open ON trigger (app, entity_type, entity_id)
                WHERE open_until IS NOT NULL AND fan_out <> 'finished' AND cancelled_at IS NULL;
            CREATE INDEX trigger_open_parent ON trigger (app, parent_type, parent_id)
                WHERE open_until IS NOT NULL AND fan_out <> 'finished' AND cancelled_at IS NULL;
            CREATE INDEX trigger_entity ON trigger (app, entity_type, entity_id, id) WHERE entity_id IS NOT NULL;
            """
    )

    /// The users that a trigger names, in its audience or as its actor: what erasing a user has to change.
    static let namedUser = SchemaTable(
        "named_user",
        sql: """
            CREATE TABLE named_user (
                app INTEGER NOT NULL, user_id TEXT NOT NULL, trigger_id {id} NOT NULL,
                PRIMARY KEY (app, user_id, trigger_id)) {by_key};
            """
    )

    /// Claims of transitions, which outlive their triggers.
    static let claim = SchemaTable(
        "claim",
        sql: """
            CREATE TABLE claim (
                app INTEGER NOT NULL, key TEXT NOT NULL, trigger_id {id} NOT NULL, expires_at INTEGER,
                PRIMARY KEY (app, key)) {by_key};
            CREATE INDEX claim_expiry ON claim (expires_at) WHERE expires_at IS NOT NULL;
            """
    )

    /// The users that a trigger waits for: by the instant at which its local time comes where they are, or since they
    /// have joined the audience of one that is open.
    static let localWait = SchemaTable(
        "local_wait",
        sql: """
            CREATE TABLE local_wait (
                app INTEGER NOT NULL, trigger_id {id} NOT NULL, user_id TEXT NOT NULL, instant INTEGER NOT NULL,
                PRIMARY KEY (app, trigger_id, user_id),
                FOREIGN KEY (app, trigger_id) REFERENCES trigger (app, id) ON DELETE CASCADE) {by_key};
            CREATE INDEX local_wait_due ON local_wait (app, trigger_id, instant);
            """
    )
}
