extension SchemaTable {
    /// Sealed texts that several recipients of a page read.
    ///
    /// How many notifications use it is kept by the triggers `content_…`, so that it is deleted with the last of them.
    static let content = SchemaTable(
        "content",
        sql: """
            CREATE TABLE content (
                app INTEGER NOT NULL, id {id id} NOT NULL,
                uses INTEGER NOT NULL CHECK (uses >= 0), sealed BLOB NOT NULL CHECK (length(sealed) > 0),
                PRIMARY KEY (app, id)) {by_key};
            """
    )

    /// The decision and the inbox row in one: one per trigger and recipient.
    ///
    /// `in_app_reason` NULL shows it. `push_reason` on a sent push stops its retries. `claims` has a bit for each action
    /// that was claimed of it.
    static let notification = SchemaTable(
        "notification",
        sql: """
            CREATE TABLE notification (
                app INTEGER NOT NULL, id {id id} NOT NULL,
                trigger_id {id} NOT NULL, user_id TEXT NOT NULL, category TEXT NOT NULL,
                link TEXT NOT NULL, thread TEXT, collapse TEXT, locale TEXT NOT NULL,
                rank INTEGER NOT NULL CHECK (rank BETWEEN 0 AND 3),
                created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, policy_version INTEGER NOT NULL,
                trace TEXT NOT NULL, in_app_reason TEXT,
                push TEXT NOT NULL CHECK \(isWord("push", "send", "suppress", "hold", "digest")), push_reason TEXT,
                held_until INTEGER,
                -- The digest window it opened or joined, or that it is a summary; `pushed_at` is set where a rule
                -- needs it.
                digest_window TEXT, digest_until INTEGER, pushed_at INTEGER, throttled_type TEXT, replaces {id},
                -- The representative of the digest it is part of.
                digest_id {id},
                is_alert INTEGER NOT NULL CHECK (is_alert IN (0, 1)),
                alerts_on_failure INTEGER NOT NULL CHECK (alerts_on_failure IN (0, 1)),
                seen_at INTEGER, read_at INTEGER, received_at INTEGER, opened_at INTEGER, dismissed_at INTEGER,
                acknowledged_at INTEGER, removed_at INTEGER,
                removal TEXT CHECK \(isWord("removal", "expired", "archived", "deleted")),
                -- The stage that holds the push, or held it last; whether a digest or a throttle's window has had the push:
                -- the digest stage is skipped then.
                hold_stage TEXT CHECK \(holdStage),
                was_digested INTEGER NOT NULL DEFAULT 0 CHECK (was_digested IN (0, 1)),
                -- The decision's stamp, with `policy_version`: what it read, and until when it holds. A late push compares it
                -- before an attempt.
                facts_version INTEGER, entity_version INTEGER, valid_until INTEGER,
                -- What a device groups by, where that is not `thread`, which is what is muted.
                thread_group TEXT,
                -- The texts under seal, with what its buttons carry: what recipients share or its own, neither where it is
                -- shown nowhere or left the inbox; and what its push says where that stands for several.
                content_id {id content_id}, sealed_text BLOB CHECK (length(sealed_text) > 0),
                sealed_digest_text BLOB CHECK (length(sealed_digest_text) > 0),
                -- A device is to confirm its push before it expires, and its user has made no call since (R147).
                awaits_confirmation INTEGER NOT NULL DEFAULT 0 CHECK (awaits_confirmation IN (0, 1)),
                claims INTEGER NOT NULL DEFAULT 0,
                CHECK (content_id IS NULL OR sealed_text IS NULL),
                CHECK (\(isWord("push", "hold", "digest")) = (held_until IS NOT NULL)),
                CHECK (push <> 'hold' OR hold_stage IS NOT NULL),
                CHECK (push <> 'digest' OR digest_window IS NOT NULL),
                CHECK ((digest_window IS NULL) = (digest_until IS NULL)),
                CHECK (push <> 'suppress' OR push_reason IS NOT NULL),
                CHECK (read_at IS NULL OR seen_at IS NOT NULL),
                CHECK ((removed_at IS NULL) = (removal IS NULL)),
                PRIMARY KEY (app, id),
                UNIQUE (app, trigger_id, user_id),
                FOREIGN KEY (app, trigger_id) REFERENCES trigger (app, id)) {by_row};
            CREATE INDEX notification_user ON notification (app, user_id, id);
            -- The inbox by its filters. What was not seen was not read either. A thread is also read where the inbox
            -- hides its rows, when the app says that it was read elsewhere. `peal-bench inbox` measures what they cost
            -- an insert.
            CREATE INDEX notification_unread ON notification (app, user_id, id)
                WHERE read_at IS NULL AND in_app_reason IS NULL AND removed_at IS NULL;
            CREATE INDEX notification_read ON notification (app, user_id, id)
                WHERE read_at IS NOT NULL AND in_app_reason IS NULL AND removed_at IS NULL;
            CREATE INDEX notification_category ON notification (app, user_id, category, id);
            CREATE INDEX notification_thread ON notification (app, user_id, thread, id) WHERE thread IS NOT NULL;
            CREATE INDEX notification_archived ON notification (app, user_id, id) WHERE removal = 'archived';
            CREATE INDEX notification_held ON notification (app, held_until, user_id) WHERE push = 'hold';
            CREATE INDEX notification_held_user ON notification (app, user_id, id) WHERE push = 'hold';
            CREATE INDEX notification_digest ON notification (app, held_until, user_id, digest_window) WHERE push = 'digest';
            CREATE INDEX notification_throttled ON notification (app, user_id, throttled_type, pushed_at)
                WHERE throttled_type IS NOT NULL AND pushed_at IS NOT NULL;
            CREATE INDEX notification_alert ON notification (app, user_id, id) WHERE is_alert = 1;
            CREATE INDEX notification_unconfirmed ON notification (app, expires_at) WHERE awaits_confirmation = 1;
            CREATE INDEX notification_unconfirmed_user ON notification (app, user_id) WHERE awaits_confirmation = 1;
            CREATE INDEX notification_digest_window ON notification (app, user_id, digest_until, digest_window)
                WHERE digest_window IS NOT NULL;
            CREATE INDEX notification_window ON notification (app, user_id, digest_window, held_until) WHERE push = 'digest';
            """
    )

    /// The badge is kept by the schema, so that no statement can forget it.
    static let badge = SchemaTable(
        "badge",
        sql: """
            CREATE TABLE badge (
                app INTEGER NOT NULL, user_id TEXT NOT NULL, version INTEGER NOT NULL,
                unseen INTEGER NOT NULL CHECK (unseen >= 0), unread INTEGER NOT NULL CHECK (unread >= 0),
                PRIMARY KEY (app, user_id)) {by_key};
            """
    )

    private static let holdStage = isWord(
        "hold_stage",
        "quiet-hours",
        "throttle",
        "digest",
        "type",
        "audience",
        "mandatory",
        "preference",
        "mute",
        "device",
        "route"
    )
}
