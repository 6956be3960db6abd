extension SchemaPart {
    static let triggers = SchemaPart(
        figures: [
            IndexFigures("trigger", "sqlite_autoindex_trigger_1", rows: "1000000 200000 1"),
            IndexFigures("trigger", "trigger_due", rows: "1000 2 2 1"),
            IndexFigures("trigger", "trigger_turn", rows: "1000 200 60 30 2 1"),
            IndexFigures("trigger", "trigger_cancel_key", rows: "100000 20000 3 1"),
            IndexFigures("trigger", "trigger_cancelling", rows: "10 2 1"),
            IndexFigures("trigger", "trigger_revoking", rows: "10 2 1"),
            IndexFigures("trigger", "trigger_recalling", rows: "10 2 1"),
            IndexFigures("trigger", "trigger_local", rows: "10 2 1"),
            IndexFigures("trigger", "trigger_open", rows: "100 20 10 1"),
            IndexFigures("trigger", "trigger_open_parent", rows: "100 20 10 5"),
            IndexFigures("trigger", "trigger_entity", rows: "1000000 200000 40000 20 1"),
            IndexFigures("deleted_entity", rows: "10 2 2 1"),
        ],
        sql: """
            CREATE TABLE trigger (
                app INTEGER NOT NULL, id BLOB NOT NULL CHECK (length(id) = 16), type TEXT NOT NULL,
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
                cancel_spared INTEGER, cancel_late INTEGER, cancel_place TEXT, claim_until INTEGER,
                -- Until when a sender's limit digests its pushes; the local time at which users get it, in seconds.
                bundle_until INTEGER, send_local INTEGER,
                -- What its entity's change made of a firing: since when and why it is not wanted any more, how far that
                -- was looked at; how far its inbox rows are retracted since it fired again.
                revoked_at INTEGER, revoke_reason TEXT, revoke_place TEXT, recall_place TEXT,
                -- How far the passes over its recipients are, where there are several: 1 in the first, 2 after it.
                local_pass INTEGER NOT NULL DEFAULT 0 CHECK (local_pass BETWEEN 0 AND 2),
                -- How urgent it can be for anybody, as its catalog says; decided once, when it is accepted.
                rank INTEGER NOT NULL DEFAULT 1 CHECK (rank BETWEEN 0 AND 3),
                -- Until when users who join its audience become recipients: of what fired by itself.
                open_until INTEGER,
                -- Where its caller was in a trace, as the header `traceparent`.
                trace_parent TEXT,
                CHECK (cancel_place IS NULL OR cancelled_at IS NOT NULL),
                CHECK ((revoke_place IS NULL AND recall_place IS NULL) OR revoked_at IS NOT NULL),
                CHECK ((revoked_at IS NULL) = (revoke_reason IS NULL)),
                CHECK ((entity_type IS NULL) = (entity_id IS NULL)),
                CHECK ((parent_type IS NULL) = (parent_id IS NULL)),
                CHECK ((root_type IS NULL) = (root_id IS NULL)),
                PRIMARY KEY (app, id)) STRICT;
            -- The first is for the next time at which any is due, the second for whose turn it is.
            CREATE INDEX trigger_due ON trigger (due_at, app, id) WHERE fan_out <> 'finished' AND cancelled_at IS NULL;
            CREATE INDEX trigger_turn ON trigger (app, rank, fan_out, due_at, id)
                WHERE fan_out <> 'finished' AND cancelled_at IS NULL;
            CREATE INDEX trigger_cancel_key ON trigger (app, cancel_key, id) WHERE cancel_key IS NOT NULL;
            CREATE INDEX trigger_cancelling ON trigger (app, id) WHERE cancel_place IS NOT NULL;
            CREATE INDEX trigger_revoking ON trigger (app, id) WHERE revoke_place IS NOT NULL;
            CREATE INDEX trigger_recalling ON trigger (app, id) WHERE recall_place IS NOT NULL;
            CREATE INDEX trigger_local ON trigger (app, id) WHERE local_pass > 0;
            CREATE INDEX trigger_open ON trigger (app, entity_type, entity_id)
                WHERE open_until IS NOT NULL AND fan_out <> 'finished' AND cancelled_at IS NULL;
            CREATE INDEX trigger_open_parent ON trigger (app, parent_type, parent_id)
                WHERE open_until IS NOT NULL AND fan_out <> 'finished' AND cancelled_at IS NULL;
            CREATE INDEX trigger_entity ON trigger (app, entity_type, entity_id, id) WHERE entity_id IS NOT NULL;

            -- Entities that were deleted, until their triggers are looked at and what had not left is withdrawn: those up to
            -- the newest that there was, after `place`.
            CREATE TABLE deleted_entity (
                app INTEGER NOT NULL, type TEXT NOT NULL, id TEXT NOT NULL, newest BLOB NOT NULL, place BLOB,
                deleted_at INTEGER NOT NULL,
                PRIMARY KEY (app, type, id)) STRICT, WITHOUT ROWID;
            """
    )

    /// What a trigger holds until its recipients are decided, and the claims that outlive it.
    static let triggerHoldings = SchemaPart(
        figures: [
            IndexFigures("claim", rows: "500000 100000 1"), IndexFigures("claim", "claim_expiry", rows: "100000 10"),
            IndexFigures("local_wait", rows: "100000 20000 5000 1"),
            IndexFigures("local_wait", "local_wait_due", rows: "100000 20000 5000 200"),
        ],
        sql: """
            CREATE TABLE claim (
                app INTEGER NOT NULL, key TEXT NOT NULL, trigger_id BLOB NOT NULL, expires_at INTEGER,
                PRIMARY KEY (app, key)) STRICT, WITHOUT ROWID;
            CREATE INDEX claim_expiry ON claim (expires_at) WHERE expires_at IS NOT NULL;

            -- The users that a trigger waits for: by the instant at which its local time comes where they are, or since
            -- they have joined the audience of one that is open.
            CREATE TABLE local_wait (
                app INTEGER NOT NULL, trigger_id BLOB NOT NULL, user_id TEXT NOT NULL, instant INTEGER NOT NULL,
                PRIMARY KEY (app, trigger_id, user_id),
                FOREIGN KEY (app, trigger_id) REFERENCES trigger (app, id) ON DELETE CASCADE) STRICT, WITHOUT ROWID;
            CREATE INDEX local_wait_due ON local_wait (app, trigger_id, instant);
            """
    )

    /// The users that a trigger's audience lists; other audiences name nobody.
    private static func audience(of row: String) -> String {
        """
        json_each(CASE WHEN substr(\(row).audience, 1, 8) = '{"users"' THEN \(row).audience ELSE '{}' END, '$.users') j
        """
    }

    /// Where an erased user is named.
    static let namedUsers = SchemaPart(
        figures: [IndexFigures("named_user", rows: "2000000 400000 20 1")],
        sql: """
            -- The users that a trigger names, in its audience or as its actor: what erasing a user has to change.
            CREATE TABLE named_user (
                app INTEGER NOT NULL, user_id TEXT NOT NULL, trigger_id BLOB NOT NULL,
                PRIMARY KEY (app, user_id, trigger_id)) STRICT, WITHOUT ROWID;
            CREATE TRIGGER named_user_insert AFTER INSERT ON trigger BEGIN
                INSERT INTO named_user (app, user_id, trigger_id)
                SELECT NEW.app, j.value, NEW.id FROM \(audience(of: "NEW")) WHERE true ON CONFLICT DO NOTHING;
                INSERT INTO named_user (app, user_id, trigger_id)
                SELECT NEW.app, NEW.actor_id, NEW.id WHERE NEW.actor_id IS NOT NULL ON CONFLICT DO NOTHING;
            END;
            CREATE TRIGGER named_user_delete AFTER DELETE ON trigger BEGIN
                DELETE FROM named_user WHERE app = OLD.app AND trigger_id = OLD.id
                    AND user_id IN (SELECT j.value FROM \(audience(of: "OLD")));
                DELETE FROM named_user WHERE app = OLD.app AND user_id = OLD.actor_id AND trigger_id = OLD.id;
            END;
            """
    )
}
