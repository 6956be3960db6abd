extension SchemaPart {
    /// Audit logs of apps: nothing is changed, and only a prefix that a checkpoint covers is ever deleted (ADR 0043).
    static let audit = SchemaPart(
        figures: [
            IndexFigures("audit_entry", rows: "5000000 1000000 1"),
            IndexFigures("audit_entry", "audit_user", rows: "5000000 1000000 50 1"),
            IndexFigures("audit_entry", "audit_notification", rows: "5000000 1000000 2 1"),
            IndexFigures("audit_entry", "audit_action", rows: "5000000 1000000 200000 1"),
            IndexFigures("audit_checkpoint", rows: "10000 2000 1"),
            IndexFigures("audit_secret", rows: "10000 2000 1"),
        ],
        sql: """
            -- How far an app's log has come. `first_seq` is the first entry that is kept; `frontier` the roots of the complete
            -- subtrees, `last_hash` the hash of the last entry.
            CREATE TABLE audit_tree (
                app INTEGER NOT NULL PRIMARY KEY, size INTEGER NOT NULL CHECK (size >= 0),
                first_seq INTEGER NOT NULL DEFAULT 0 CHECK (first_seq BETWEEN 0 AND size),
                at INTEGER NOT NULL, frontier BLOB NOT NULL, last_hash BLOB NOT NULL) STRICT;

            -- `leaf` is the entry as JSON, byte for byte what its hash is of; the other columns are for filters. `at` never
            -- decreases with `seq`, so a time is found by `seq`. `user_ref` is a key of `user_key`, which an erasure deletes.
            CREATE TABLE audit_entry (
                app INTEGER NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, action TEXT NOT NULL,
                user_ref INTEGER, notification_id BLOB CHECK (length(notification_id) = 16), leaf BLOB NOT NULL,
                PRIMARY KEY (app, seq)) STRICT, WITHOUT ROWID;
            CREATE INDEX audit_user ON audit_entry (app, user_ref, seq) WHERE user_ref IS NOT NULL;
            CREATE INDEX audit_notification ON audit_entry (app, notification_id, seq) WHERE notification_id IS NOT NULL;
            CREATE INDEX audit_action ON audit_entry (app, action, seq);

            -- Signed checkpoints; `frontier` and `last_hash` are those of `audit_tree` at that size.
            CREATE TABLE audit_checkpoint (
                app INTEGER NOT NULL, size INTEGER NOT NULL CHECK (size > 0), at INTEGER NOT NULL, note TEXT NOT NULL,
                verification_key TEXT NOT NULL, frontier BLOB NOT NULL, last_hash BLOB NOT NULL,
                PRIMARY KEY (app, size)) STRICT, WITHOUT ROWID;

            -- The keys that claims of users are sealed with, sealed themselves; erasing a user deletes theirs.
            CREATE TABLE audit_secret (
                app INTEGER NOT NULL, user_id TEXT NOT NULL, sealed_secret BLOB NOT NULL,
                PRIMARY KEY (app, user_id)) STRICT, WITHOUT ROWID;

            CREATE TRIGGER audit_entry_is_final BEFORE UPDATE ON audit_entry BEGIN
                SELECT RAISE(ABORT, 'audit entries are never changed');
            END;
            -- REPLACE deletes without a trigger for that: what is inserted must be new.
            CREATE TRIGGER audit_entry_is_new BEFORE INSERT ON audit_entry
            WHEN NEW.seq < (SELECT size FROM audit_tree WHERE app = NEW.app) BEGIN
                SELECT RAISE(ABORT, 'audit entries are only appended');
            END;
            CREATE TRIGGER audit_entry_stays BEFORE DELETE ON audit_entry
            WHEN OLD.seq >= (SELECT first_seq FROM audit_tree WHERE app = OLD.app) BEGIN
                SELECT RAISE(ABORT, 'audit entries are only deleted as a prefix that a checkpoint covers');
            END;
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
}
