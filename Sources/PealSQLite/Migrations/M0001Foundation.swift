import GRDB

/// The first schema.
///
/// Every key starts with the app, people's tables with app and user; times are milliseconds since 1970, identifiers 16
/// bytes that sort by time.
enum M0001Foundation {
    static func migrate(_ db: Database) throws {
        for statements in [
            platform, directory, people, triggers, notifications, planning, lanes, signals, badges, fatigue,
        ] {
            try db.execute(sql: statements)
        }
        try PlannerStatistics.write(db)
    }

    private static let platform = """
        CREATE TABLE meta (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

        CREATE TABLE secret_key (
            app TEXT NOT NULL, id BLOB NOT NULL CHECK (length(id) = 16),
            hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
            scopes TEXT NOT NULL CHECK (json_valid(scopes)), name TEXT NOT NULL,
            created_at INTEGER NOT NULL, revoked_at INTEGER,
            PRIMARY KEY (app, id)) STRICT, WITHOUT ROWID;

        CREATE TABLE data_key (
            app TEXT NOT NULL, version INTEGER NOT NULL CHECK (version > 0),
            wrapped BLOB NOT NULL, created_at INTEGER NOT NULL,
            PRIMARY KEY (app, version)) STRICT, WITHOUT ROWID;

        CREATE TABLE catalog (
            app TEXT NOT NULL, version INTEGER NOT NULL CHECK (version > 0),
            file_hash BLOB, yaml TEXT NOT NULL, saved_at INTEGER NOT NULL,
            -- NULL is a draft; the highest published version is in force.
            published_at INTEGER, author TEXT, reviewed_by TEXT, restores INTEGER,
            CHECK ((author IS NULL) = (file_hash IS NOT NULL)),
            CHECK (file_hash IS NULL OR published_at IS NOT NULL),
            PRIMARY KEY (app, version)) STRICT;

        CREATE TABLE idempotency (
            app TEXT NOT NULL, operation TEXT NOT NULL, key TEXT NOT NULL,
            request_hash BLOB NOT NULL, status INTEGER NOT NULL, body BLOB NOT NULL, expires_at INTEGER NOT NULL,
            PRIMARY KEY (app, operation, key)) STRICT;
        CREATE INDEX idempotency_expiry ON idempotency (expires_at);
        """

    private static let directory = """
        CREATE TABLE user (
            app TEXT NOT NULL, id TEXT NOT NULL CHECK (id <> ''),
            name TEXT, locale TEXT, time_zone TEXT,
            roles TEXT NOT NULL CHECK (json_valid(roles)), attributes TEXT NOT NULL CHECK (json_valid(attributes)),
            created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
            PRIMARY KEY (app, id)) STRICT, WITHOUT ROWID;

        -- Erased people's calls answer 401 until the backend puts them again.
        CREATE TABLE erased_user (
            app TEXT NOT NULL, user_id TEXT NOT NULL, erased_at INTEGER NOT NULL,
            PRIMARY KEY (app, user_id)) STRICT, WITHOUT ROWID;

        CREATE TABLE entity (
            app TEXT NOT NULL, type TEXT NOT NULL, id TEXT NOT NULL,
            parent_type TEXT, parent_id TEXT, owner_id TEXT, status TEXT, time_zone TEXT,
            times TEXT NOT NULL CHECK (json_valid(times)), attributes TEXT NOT NULL CHECK (json_valid(attributes)),
            updated_at INTEGER NOT NULL,
            CHECK ((parent_type IS NULL) = (parent_id IS NULL)),
            PRIMARY KEY (app, type, id)) STRICT, WITHOUT ROWID;
        CREATE INDEX entity_owner ON entity (app, owner_id, type, status) WHERE owner_id IS NOT NULL;

        CREATE TABLE member (
            app TEXT NOT NULL, entity_type TEXT NOT NULL, entity_id TEXT NOT NULL, user_id TEXT NOT NULL,
            role TEXT, status TEXT, attributes TEXT NOT NULL CHECK (json_valid(attributes)), updated_at INTEGER NOT NULL,
            PRIMARY KEY (app, entity_type, entity_id, user_id),
            FOREIGN KEY (app, entity_type, entity_id) REFERENCES entity (app, type, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX member_user ON member (app, user_id, role);
        """

    private static let people = """
        -- A revoked device keeps its row for the history of its deliveries, and forgets its token. `invalid_since` is
        -- when a provider said the address is gone; a device in quarantine without it has a mismatch to mend, and stays.
        CREATE TABLE device (
            app TEXT NOT NULL, id BLOB NOT NULL CHECK (length(id) = 16), user_id TEXT NOT NULL,
            provider TEXT NOT NULL, token_hash BLOB, sealed_token BLOB NOT NULL,
            platform TEXT NOT NULL CHECK (platform IN ('ios', 'android', 'web')), environment TEXT, app_version TEXT,
            permission TEXT NOT NULL CHECK (permission IN ('granted', 'provisional', 'denied', 'not-determined')),
            capabilities TEXT NOT NULL CHECK (json_valid(capabilities)), locale TEXT, time_zone TEXT,
            state TEXT NOT NULL CHECK (state IN ('active', 'disabled', 'quarantined', 'stale', 'revoked')),
            created_at INTEGER NOT NULL, last_seen_at INTEGER NOT NULL, invalid_since INTEGER,
            CHECK ((state = 'revoked') = (token_hash IS NULL)),
            CHECK (invalid_since IS NULL OR state IN ('quarantined', 'disabled')),
            UNIQUE (app, provider, token_hash),
            PRIMARY KEY (app, id)) STRICT, WITHOUT ROWID;
        CREATE INDEX device_user ON device (app, user_id);
        CREATE INDEX device_invalid ON device (app, provider, invalid_since) WHERE invalid_since IS NOT NULL;
        CREATE INDEX device_active ON device (app, last_seen_at) WHERE state = 'active';
        CREATE INDEX device_stale ON device (app, last_seen_at) WHERE state = 'stale';

        CREATE TABLE preference (
            app TEXT NOT NULL, user_id TEXT NOT NULL, choices TEXT NOT NULL CHECK (json_valid(choices)),
            PRIMARY KEY (app, user_id)) STRICT, WITHOUT ROWID;

        CREATE TABLE mute (
            app TEXT NOT NULL, user_id TEXT NOT NULL, id BLOB NOT NULL CHECK (length(id) = 16),
            scope TEXT NOT NULL CHECK (scope IN ('all', 'category', 'thread')), target TEXT NOT NULL,
            until INTEGER, created_at INTEGER NOT NULL,
            CHECK ((scope = 'all') = (target = '')),
            UNIQUE (app, user_id, scope, target),
            PRIMARY KEY (app, user_id, id)) STRICT, WITHOUT ROWID;
        """

    private static let triggers = """
        CREATE TABLE trigger (
            app TEXT NOT NULL, id BLOB NOT NULL CHECK (length(id) = 16), type TEXT NOT NULL,
            entity_type TEXT, entity_id TEXT, parent_type TEXT, parent_id TEXT, transition TEXT,
            actor_id TEXT, actor_kind TEXT CHECK (actor_kind IN ('user', 'admin', 'system')),
            audience TEXT NOT NULL, priority TEXT CHECK (priority IN ('low', 'normal', 'high', 'critical')),
            due_at INTEGER NOT NULL, accepted_at INTEGER NOT NULL, cancel_key TEXT, claim_key TEXT,
            catalog_version INTEGER NOT NULL, sealed_data BLOB NOT NULL,
            fan_out TEXT NOT NULL DEFAULT 'waiting' CHECK (fan_out IN ('waiting', 'running', 'finished')),
            cursor TEXT, cancelled_at INTEGER,
            -- The answer of a cancel, and where it stands; until when a claim held that the cancel let go.
            cancel_spared INTEGER, cancel_late INTEGER, cancel_place TEXT, claim_until INTEGER,
            -- Until when a sender's limit bundles its pushes; the local time at which each person gets it, in seconds.
            bundle_until INTEGER, send_local INTEGER,
            -- What its entity's change made of a firing: since when and why it is not wanted any more, how far that was
            -- looked at; how far its inbox rows are taken back since it fired anew.
            revoked_at INTEGER, revoke_reason TEXT, revoke_place TEXT, recall_place TEXT,
            -- Where a local time stands: 1 while its audience is placed by their instants, 2 once everybody is.
            local_pass INTEGER NOT NULL DEFAULT 0 CHECK (local_pass IN (0, 1, 2)),
            CHECK (cancel_place IS NULL OR cancelled_at IS NOT NULL),
            CHECK ((revoke_place IS NULL AND recall_place IS NULL) OR revoked_at IS NOT NULL),
            CHECK ((revoked_at IS NULL) = (revoke_reason IS NULL)),
            CHECK ((entity_type IS NULL) = (entity_id IS NULL)),
            CHECK ((parent_type IS NULL) = (parent_id IS NULL)),
            PRIMARY KEY (app, id)) STRICT;
        CREATE INDEX trigger_due ON trigger (due_at, app, id) WHERE fan_out <> 'finished' AND cancelled_at IS NULL;
        CREATE INDEX trigger_cancel_key ON trigger (app, cancel_key, id) WHERE cancel_key IS NOT NULL;
        CREATE INDEX trigger_cancelling ON trigger (app, id) WHERE cancel_place IS NOT NULL;
        CREATE INDEX trigger_revoking ON trigger (app, id) WHERE revoke_place IS NOT NULL;
        CREATE INDEX trigger_recalling ON trigger (app, id) WHERE recall_place IS NOT NULL;
        CREATE INDEX trigger_local ON trigger (app, id) WHERE local_pass > 0;

        CREATE TABLE claim (
            app TEXT NOT NULL, key TEXT NOT NULL, trigger_id BLOB NOT NULL, expires_at INTEGER,
            PRIMARY KEY (app, key)) STRICT, WITHOUT ROWID;
        CREATE INDEX claim_expiry ON claim (expires_at) WHERE expires_at IS NOT NULL;
        """

    private static let notifications = """
        -- The decision and the inbox row in one: one per trigger and recipient. `in_app_reason` NULL shows it.
        -- `push_reason` on a sent push stops its retries.
        CREATE TABLE notification (
            app TEXT NOT NULL, id BLOB NOT NULL CHECK (length(id) = 16),
            trigger_id BLOB NOT NULL, user_id TEXT NOT NULL, category TEXT NOT NULL,
            title TEXT NOT NULL, body TEXT NOT NULL, push_title TEXT, push_body TEXT, link TEXT NOT NULL,
            thread TEXT, collapse TEXT, locale TEXT NOT NULL,
            rank INTEGER NOT NULL CHECK (rank BETWEEN 0 AND 3),
            created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, policy_version INTEGER NOT NULL,
            trace TEXT NOT NULL, in_app_reason TEXT,
            push TEXT NOT NULL CHECK (push IN ('send', 'hold', 'digest', 'suppress')), push_reason TEXT,
            held_until INTEGER,
            -- The bundling window it opened or joined; `pushed_at` is kept where a rule looks back at it.
            slot TEXT, slot_until INTEGER, pushed_at INTEGER, throttled_type TEXT, replaces BLOB,
            -- What a bundle says that it carries; the notification that carries it.
            bundle_title TEXT, bundle_body TEXT, bundled_in BLOB,
            summarises INTEGER NOT NULL DEFAULT 0 CHECK (summarises IN (0, 1)),
            is_alert INTEGER NOT NULL CHECK (is_alert IN (0, 1)),
            alerts_on_failure INTEGER NOT NULL CHECK (alerts_on_failure IN (0, 1)),
            seen_at INTEGER, read_at INTEGER, received_at INTEGER, opened_at INTEGER, dismissed_at INTEGER,
            acknowledged_at INTEGER, removed_at INTEGER,
            removal TEXT CHECK (removal IN ('deleted', 'archived', 'expired')),
            CHECK ((push IN ('hold', 'digest')) = (held_until IS NOT NULL)),
            CHECK (push <> 'digest' OR slot IS NOT NULL),
            CHECK ((slot IS NULL) = (slot_until IS NULL)),
            CHECK (push <> 'suppress' OR push_reason IS NOT NULL),
            CHECK (read_at IS NULL OR seen_at IS NOT NULL),
            CHECK ((removed_at IS NULL) = (removal IS NULL)),
            PRIMARY KEY (app, id),
            UNIQUE (app, trigger_id, user_id),
            FOREIGN KEY (app, trigger_id) REFERENCES trigger (app, id)) STRICT;
        CREATE INDEX notification_user ON notification (app, user_id, id);
        CREATE INDEX notification_held ON notification (held_until) WHERE push = 'hold';
        CREATE INDEX notification_held_user ON notification (app, user_id, id) WHERE push = 'hold';
        CREATE INDEX notification_bundled ON notification (held_until, app, user_id, slot) WHERE push = 'digest';
        CREATE INDEX notification_slot ON notification (app, user_id, slot, slot_until) WHERE slot IS NOT NULL;
        CREATE INDEX notification_throttled ON notification (app, user_id, throttled_type, pushed_at)
            WHERE throttled_type IS NOT NULL AND pushed_at IS NOT NULL;
        CREATE INDEX notification_pending ON notification (app, user_id)
            WHERE summarises = 1 AND seen_at IS NULL AND removed_at IS NULL;
        CREATE INDEX notification_alert ON notification (app, user_id, id) WHERE is_alert = 1;

        -- No key to the device: an erasure would have to search all deliveries for it.
        CREATE TABLE delivery (
            app TEXT NOT NULL, notification_id BLOB NOT NULL, device_id BLOB NOT NULL, provider TEXT NOT NULL,
            rank INTEGER NOT NULL CHECK (rank BETWEEN 0 AND 3),
            state TEXT NOT NULL
                CHECK (state IN ('pending', 'sending', 'accepted', 'failed', 'unknown', 'expired', 'cancelled')),
            due_at INTEGER NOT NULL, epoch INTEGER, retries INTEGER NOT NULL DEFAULT 0, resends INTEGER NOT NULL DEFAULT 0,
            reason TEXT, accepted_at INTEGER, attempts TEXT,
            CHECK (state <> 'sending' OR epoch IS NOT NULL),
            PRIMARY KEY (app, notification_id, device_id),
            FOREIGN KEY (app, notification_id) REFERENCES notification (app, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX delivery_pending ON delivery (app, provider, rank, due_at) WHERE state = 'pending';
        CREATE INDEX delivery_failed ON delivery (app, provider, notification_id, device_id) WHERE state = 'failed';
        CREATE INDEX delivery_sending ON delivery (epoch) WHERE state = 'sending';
        """

    /// The badge is kept by the schema, so that no statement can forget it.
    private static let badges = """
        CREATE TABLE badge (
            app TEXT NOT NULL, user_id TEXT NOT NULL, version INTEGER NOT NULL,
            unseen INTEGER NOT NULL CHECK (unseen >= 0), unread INTEGER NOT NULL CHECK (unread >= 0),
            PRIMARY KEY (app, user_id)) STRICT, WITHOUT ROWID;

        CREATE TRIGGER badge_insert AFTER INSERT ON notification
        WHEN NEW.in_app_reason IS NULL AND NEW.removed_at IS NULL BEGIN
            INSERT INTO badge (app, user_id, version, unseen, unread)
            VALUES (NEW.app, NEW.user_id, 1, NEW.seen_at IS NULL, NEW.read_at IS NULL)
            ON CONFLICT (app, user_id) DO UPDATE SET version = version + 1,
                unseen = unseen + excluded.unseen, unread = unread + excluded.unread;
        END;

        CREATE TRIGGER badge_update
        AFTER UPDATE OF seen_at, read_at, removed_at, in_app_reason, is_alert ON notification
        WHEN (OLD.seen_at IS NULL, OLD.read_at IS NULL, OLD.removed_at IS NULL, OLD.in_app_reason IS NULL, OLD.is_alert)
          <> (NEW.seen_at IS NULL, NEW.read_at IS NULL, NEW.removed_at IS NULL, NEW.in_app_reason IS NULL, NEW.is_alert)
        BEGIN
            UPDATE badge SET version = version + 1,
                unseen = unseen
                    + (NEW.in_app_reason IS NULL AND NEW.removed_at IS NULL AND NEW.seen_at IS NULL)
                    - (OLD.in_app_reason IS NULL AND OLD.removed_at IS NULL AND OLD.seen_at IS NULL),
                unread = unread
                    + (NEW.in_app_reason IS NULL AND NEW.removed_at IS NULL AND NEW.read_at IS NULL)
                    - (OLD.in_app_reason IS NULL AND OLD.removed_at IS NULL AND OLD.read_at IS NULL)
            WHERE app = NEW.app AND user_id = NEW.user_id;
        END;

        CREATE TRIGGER badge_delete AFTER DELETE ON notification
        WHEN OLD.in_app_reason IS NULL AND OLD.removed_at IS NULL BEGIN
            UPDATE badge SET version = version + 1,
                unseen = unseen - (OLD.seen_at IS NULL), unread = unread - (OLD.read_at IS NULL)
            WHERE app = OLD.app AND user_id = OLD.user_id;
        END;
        """
}
