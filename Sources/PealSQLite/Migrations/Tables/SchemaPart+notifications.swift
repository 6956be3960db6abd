extension SchemaPart {
    /// Rendered texts that recipients share.
    static let contents = SchemaPart(
        figures: [IndexFigures("content", rows: "100000 20000 1")],
        sql: """
            -- Sealed texts that several recipients of a page read. How many notifications use it is kept by the triggers
            -- `content_…`, so that it is deleted with the last of them.
            CREATE TABLE content (
                app INTEGER NOT NULL, id BLOB NOT NULL CHECK (length(id) = 16),
                uses INTEGER NOT NULL CHECK (uses >= 0), sealed BLOB NOT NULL CHECK (length(sealed) > 0),
                PRIMARY KEY (app, id)) STRICT, WITHOUT ROWID;
            """
    )

    static let notifications = SchemaPart(
        figures: [
            IndexFigures("notification", "sqlite_autoindex_notification_1", rows: "5000000 1000000 1"),
            IndexFigures("notification", "sqlite_autoindex_notification_2", rows: "5000000 1000000 20 1"),
            IndexFigures("notification", "notification_user", rows: "5000000 1000000 50 1"),
            IndexFigures("notification", "notification_unread", rows: "2000000 400000 10 1"),
            IndexFigures("notification", "notification_read", rows: "3000000 600000 40 1"),
            IndexFigures("notification", "notification_thread", rows: "3000000 600000 30 4 1"),
            IndexFigures("notification", "notification_category", rows: "5000000 1000000 50 10 1"),
            IndexFigures("notification", "notification_archived", rows: "100000 20000 10 1"),
            IndexFigures("notification", "notification_held", rows: "10000 2000 2 1"),
            IndexFigures("notification", "notification_held_user", rows: "10000 2000 2 1"),
            IndexFigures("notification", "notification_bundled", rows: "10000 2000 4 2 2"),
            IndexFigures("notification", "notification_alert", rows: "1000 200 2 1"),
            IndexFigures("notification", "notification_unconfirmed", rows: "1000 200 2"),
            IndexFigures("notification", "notification_unconfirmed_user", rows: "1000 200 2"),
        ],
        sql: """
            -- The decision and the inbox row in one: one per trigger and recipient. `in_app_reason` NULL shows it.
            -- `push_reason` on a sent push stops its retries.
            CREATE TABLE notification (
                app INTEGER NOT NULL, id BLOB NOT NULL CHECK (length(id) = 16),
                trigger_id BLOB NOT NULL, user_id TEXT NOT NULL, category TEXT NOT NULL,
                link TEXT NOT NULL, thread TEXT, collapse TEXT, locale TEXT NOT NULL,
                rank INTEGER NOT NULL CHECK (rank BETWEEN 0 AND 3),
                created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, policy_version INTEGER NOT NULL,
                trace TEXT NOT NULL, in_app_reason TEXT,
                push TEXT NOT NULL CHECK \(isWord("push", "send", "suppress", "hold", "digest")), push_reason TEXT,
                held_until INTEGER,
                -- The digest window it opened or joined, or that it is a summary; `pushed_at` is set where a rule
                -- needs it.
                slot TEXT, slot_until INTEGER, pushed_at INTEGER, throttled_type TEXT, replaces BLOB,
                -- The representative of the digest it is part of.
                bundled_in BLOB,
                is_alert INTEGER NOT NULL CHECK (is_alert IN (0, 1)),
                alerts_on_failure INTEGER NOT NULL CHECK (alerts_on_failure IN (0, 1)),
                seen_at INTEGER, read_at INTEGER, received_at INTEGER, opened_at INTEGER, dismissed_at INTEGER,
                acknowledged_at INTEGER, removed_at INTEGER,
                removal TEXT CHECK \(isWord("removal", "expired", "archived", "deleted")),
                -- The stage that holds the push, or held it last; whether a digest or a throttle's window has had the push:
                -- the digest stage is skipped then.
                hold_stage TEXT CHECK \(stage("hold_stage")),
                was_gathered INTEGER NOT NULL DEFAULT 0 CHECK (was_gathered IN (0, 1)),
                -- The decision's stamp, with `policy_version`: what it read, and until when it holds. A late push compares it
                -- before an attempt.
                facts_version INTEGER, entity_version INTEGER, valid_until INTEGER,
                -- What a device groups by, where that is not `thread`, which is what is muted.
                thread_group TEXT,
                -- The texts under seal, with what its buttons carry: what recipients share or its own, neither where it is
                -- shown nowhere or left the inbox; and what its push says where that stands for several.
                content_id BLOB CHECK (length(content_id) = 16), sealed_text BLOB CHECK (length(sealed_text) > 0),
                sealed_digest_text BLOB CHECK (length(sealed_digest_text) > 0),
                -- A device is to confirm its push before it expires, and its user has made no call since (R147).
                awaits_confirmation INTEGER NOT NULL DEFAULT 0 CHECK (awaits_confirmation IN (0, 1)),
                CHECK (content_id IS NULL OR sealed_text IS NULL),
                CHECK ((push = 'hold' OR push = 'digest') = (held_until IS NOT NULL)),
                CHECK (push <> 'hold' OR hold_stage IS NOT NULL),
                CHECK (push <> 'digest' OR slot IS NOT NULL),
                CHECK ((slot IS NULL) = (slot_until IS NULL)),
                CHECK (push <> 'suppress' OR push_reason IS NOT NULL),
                CHECK (read_at IS NULL OR seen_at IS NOT NULL),
                CHECK ((removed_at IS NULL) = (removal IS NULL)),
                PRIMARY KEY (app, id),
                UNIQUE (app, trigger_id, user_id),
                FOREIGN KEY (app, trigger_id) REFERENCES trigger (app, id)) STRICT;
            CREATE INDEX notification_user ON notification (app, user_id, id);
            -- The inbox by its filters. What was not seen was not read either. A thread is also read where the inbox hides
            -- its rows, when the app says that it was read elsewhere. `peal-bench inbox` measures what they cost an insert.
            CREATE INDEX notification_unread ON notification (app, user_id, id)
                WHERE read_at IS NULL AND in_app_reason IS NULL AND removed_at IS NULL;
            CREATE INDEX notification_read ON notification (app, user_id, id)
                WHERE read_at IS NOT NULL AND in_app_reason IS NULL AND removed_at IS NULL;
            CREATE INDEX notification_category ON notification (app, user_id, category, id);
            CREATE INDEX notification_thread ON notification (app, user_id, thread, id) WHERE thread IS NOT NULL;
            CREATE INDEX notification_archived ON notification (app, user_id, id) WHERE removal = 'archived';
            CREATE INDEX notification_held ON notification (app, held_until, user_id) WHERE push = 'hold';
            CREATE INDEX notification_held_user ON notification (app, user_id, id) WHERE push = 'hold';
            CREATE INDEX notification_bundled ON notification (app, held_until, user_id, slot) WHERE push = 'digest';
            CREATE INDEX notification_slot ON notification (app, user_id, slot, slot_until) WHERE slot IS NOT NULL;
            CREATE INDEX notification_throttled ON notification (app, user_id, throttled_type, pushed_at)
                WHERE throttled_type IS NOT NULL AND pushed_at IS NOT NULL;
            CREATE INDEX notification_alert ON notification (app, user_id, id) WHERE is_alert = 1;
            CREATE INDEX notification_unconfirmed ON notification (app, expires_at) WHERE awaits_confirmation = 1;
            CREATE INDEX notification_unconfirmed_user ON notification (app, user_id) WHERE awaits_confirmation = 1;

            CREATE TRIGGER content_deleted AFTER DELETE ON notification WHEN OLD.content_id IS NOT NULL BEGIN
                UPDATE content SET uses = uses - 1 WHERE app = OLD.app AND id = OLD.content_id;
                DELETE FROM content WHERE app = OLD.app AND id = OLD.content_id AND uses = 0;
            END;
            CREATE TRIGGER content_dropped AFTER UPDATE OF content_id ON notification
            WHEN OLD.content_id IS NOT NULL AND NEW.content_id IS NULL BEGIN
                UPDATE content SET uses = uses - 1 WHERE app = OLD.app AND id = OLD.content_id;
                DELETE FROM content WHERE app = OLD.app AND id = OLD.content_id AND uses = 0;
            END;
            """
    )

    private static func stage(_ column: String) -> String {
        isWord(
            column,
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
}
