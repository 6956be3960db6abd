extension SchemaTable {
    /// How far an app's log has come.
    ///
    /// `first_seq` is the first entry that is kept; `frontier` the roots of the complete subtrees, `last_hash` the hash
    /// of the last entry.
    static let auditTree = SchemaTable(
        "audit_tree",
        sql: """
            CREATE TABLE audit_tree (
                app INTEGER NOT NULL PRIMARY KEY, size INTEGER NOT NULL CHECK (size >= 0),
                first_seq INTEGER NOT NULL DEFAULT 0 CHECK (first_seq BETWEEN 0 AND size),
                at INTEGER NOT NULL, frontier BLOB NOT NULL, last_hash BLOB NOT NULL) STRICT;
            CREATE TRIGGER audit_tree_grows BEFORE UPDATE ON audit_tree
            WHEN NEW.app <> OLD.app OR NEW.size < OLD.size OR NEW.at < OLD.at OR NEW.first_seq < OLD.first_seq
                OR (NEW.first_seq > OLD.first_seq AND NOT EXISTS (
                    SELECT 1 FROM audit_checkpoint WHERE app = NEW.app AND size = NEW.first_seq)) BEGIN
                SELECT RAISE(ABORT, 'an audit log only grows');
            END;
            CREATE TRIGGER audit_tree_is_new BEFORE INSERT ON audit_tree
            WHEN EXISTS (SELECT 1 FROM audit_tree WHERE app = NEW.app) BEGIN
                SELECT RAISE(ABORT, 'an audit log only grows');
            END;
            CREATE TRIGGER audit_tree_stays BEFORE DELETE ON audit_tree BEGIN
                SELECT RAISE(ABORT, 'an audit log is never deleted');
            END;
            """
    )

    /// Entries of the audit logs in pages (ADR 0072).
    ///
    /// `position` is the app's key times 2^40, and the number of the page's first entry in the app's log; `at` an
    /// instant not after that entry's; `entries` are packed one after another.
    static let auditPage = SchemaTable(
        "audit_page",
        rows: [
            "audit_page": "20000"
        ],
        sql: """
            CREATE TABLE audit_page (
                position INTEGER PRIMARY KEY, size INTEGER NOT NULL CHECK (size > 0), at INTEGER NOT NULL,
                entries BLOB NOT NULL) STRICT;
            -- A page grows at its end by entries of three bytes at least, or loses entries in front of the log's start.
            CREATE TRIGGER audit_page_is_final BEFORE UPDATE ON audit_page
            WHEN NOT (
                NEW.position = OLD.position AND NEW.size > OLD.size AND NEW.at = OLD.at
                AND substr(NEW.entries, 1, length(OLD.entries)) = OLD.entries
                AND length(NEW.entries) >= length(OLD.entries) + 3 * (NEW.size - OLD.size)
                AND (OLD.position & 0xFFFFFFFFFF) + OLD.size = (SELECT size FROM audit_tree WHERE app = OLD.position >> 40)
                OR NEW.position > OLD.position AND NEW.position + NEW.size = OLD.position + OLD.size AND NEW.at >= OLD.at
                AND NEW.position <= (SELECT first_seq FROM audit_tree WHERE app = OLD.position >> 40) + (OLD.position >> 40 << 40)
                AND substr(OLD.entries, -length(NEW.entries)) = NEW.entries AND length(NEW.entries) >= 3 * NEW.size
                AND NEW.at <= (SELECT at FROM audit_tree WHERE app = OLD.position >> 40)) BEGIN
                SELECT RAISE(FAIL, 'audit entries are never changed');
            END;
            -- REPLACE deletes without a trigger for that: what is inserted must be new.
            CREATE TRIGGER audit_page_is_new BEFORE INSERT ON audit_page
            WHEN NEW.position < 1 << 40
                OR NEW.position & 0xFFFFFFFFFF < (SELECT size FROM audit_tree WHERE app = NEW.position >> 40) BEGIN
                SELECT RAISE(FAIL, 'audit entries are only appended');
            END;
            CREATE TRIGGER audit_page_stays BEFORE DELETE ON audit_page
            WHEN (OLD.position & 0xFFFFFFFFFF) + OLD.size > (SELECT first_seq FROM audit_tree WHERE app = OLD.position >> 40) BEGIN
                SELECT RAISE(FAIL, 'audit entries are only deleted as a prefix that a checkpoint covers');
            END;
            """
    )

    /// What filters find a page by; the last page of an app has none yet.
    ///
    /// `actions` has a bit for each action, `filter` bits for the users and notifications.
    static let auditPageKeys = SchemaTable(
        "audit_page_keys",
        rows: [
            "audit_page_keys": "20000"
        ],
        sql: """
            CREATE TABLE audit_page_keys (
                position INTEGER PRIMARY KEY, actions INTEGER NOT NULL, filter BLOB NOT NULL) STRICT;
            -- Without the keys of a page nothing in it would be found: they go after it, and with it when it is
            -- shortened.
            CREATE TRIGGER audit_page_keys_are_final BEFORE UPDATE ON audit_page_keys
            WHEN NEW.actions <> OLD.actions OR NEW.filter <> OLD.filter
                OR NOT EXISTS (SELECT 1 FROM audit_page WHERE position = NEW.position) BEGIN
                SELECT RAISE(FAIL, 'keys of audit pages are never changed');
            END;
            CREATE TRIGGER audit_page_keys_are_new BEFORE INSERT ON audit_page_keys
            WHEN EXISTS (SELECT 1 FROM audit_page_keys WHERE position = NEW.position)
                OR NOT EXISTS (SELECT 1 FROM audit_page WHERE position = NEW.position) BEGIN
                SELECT RAISE(FAIL, 'keys of audit pages are never changed');
            END;
            CREATE TRIGGER audit_page_keys_stay BEFORE DELETE ON audit_page_keys
            WHEN EXISTS (SELECT 1 FROM audit_page WHERE position = OLD.position) BEGIN
                SELECT RAISE(FAIL, 'keys of audit pages are never changed');
            END;
            """
    )

    /// Signed checkpoints; `frontier` and `last_hash` are those of `audit_tree` at that size.
    static let auditCheckpoint = SchemaTable(
        "audit_checkpoint",
        rows: [
            "audit_checkpoint": "10000 2000 1"
        ],
        sql: """
            CREATE TABLE audit_checkpoint (
                app INTEGER NOT NULL, size INTEGER NOT NULL CHECK (size > 0), at INTEGER NOT NULL, note TEXT NOT NULL,
                verification_key TEXT NOT NULL, frontier BLOB NOT NULL, last_hash BLOB NOT NULL,
                PRIMARY KEY (app, size)) STRICT, WITHOUT ROWID;
            CREATE TRIGGER audit_checkpoint_is_final BEFORE UPDATE ON audit_checkpoint BEGIN
                SELECT RAISE(ABORT, 'checkpoints are never changed');
            END;
            CREATE TRIGGER audit_checkpoint_is_new BEFORE INSERT ON audit_checkpoint
            WHEN EXISTS (SELECT 1 FROM audit_checkpoint WHERE app = NEW.app AND size >= NEW.size) BEGIN
                SELECT RAISE(ABORT, 'checkpoints are never changed');
            END;
            CREATE TRIGGER audit_checkpoint_stays BEFORE DELETE ON audit_checkpoint BEGIN
                SELECT RAISE(ABORT, 'checkpoints are never deleted');
            END;
            """
    )

    /// The keys that claims of users are sealed with, sealed themselves; erasing a user deletes theirs.
    ///
    /// What a user's claims have added on one day is counted here.
    static let auditSecret = SchemaTable(
        "audit_secret",
        rows: [
            "audit_secret": "10000 2000 1"
        ],
        sql: """
            CREATE TABLE audit_secret (
                app INTEGER NOT NULL, user_id TEXT NOT NULL, sealed_secret BLOB NOT NULL,
                claim_day INTEGER NOT NULL DEFAULT 0, claim_count INTEGER NOT NULL DEFAULT 0,
                claim_bytes INTEGER NOT NULL DEFAULT 0,
                PRIMARY KEY (app, user_id)) STRICT, WITHOUT ROWID;
            """
    )
}
