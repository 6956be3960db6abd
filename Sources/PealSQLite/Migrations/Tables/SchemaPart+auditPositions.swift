extension SchemaPart {
    /// Entries of the audit logs by one number, which holds the key of the app and the number in its log (ADR 0043).
    static let auditPositions = SchemaPart(
        figures: [
            IndexFigures("audit_entry", rows: "5000000"),
            IndexFigures("audit_entry", "audit_user", rows: "5000000 50"),
            IndexFigures("audit_entry", "audit_notification", rows: "5000000 2"),
            IndexFigures("audit_entry", "audit_action", rows: "5000000 200000"),
        ],
        sql: """
            -- `position` is the app's key times 2^40, and the entry's number in the app's log: appending writes the end of the table,
            -- and every index ends with it. The other columns are as before.
            CREATE TABLE audit_by_position (
                position INTEGER PRIMARY KEY, at INTEGER NOT NULL, action TEXT NOT NULL, user_ref INTEGER,
                notification_id BLOB CHECK (length(notification_id) = 16), leaf BLOB NOT NULL) STRICT;
            INSERT INTO audit_by_position
                SELECT (app << 40) + seq, at, action, user_ref, notification_id, leaf FROM audit_entry ORDER BY app, seq;
            DROP TABLE audit_entry;
            ALTER TABLE audit_by_position RENAME TO audit_entry;
            CREATE INDEX audit_user ON audit_entry (user_ref) WHERE user_ref IS NOT NULL;
            CREATE INDEX audit_notification ON audit_entry (notification_id) WHERE notification_id IS NOT NULL;
            CREATE INDEX audit_action ON audit_entry (action);

            -- FAIL and not ABORT: SQLite then keeps no note of how to undo each row that is inserted, and what was appended in front
            -- of a refused row may stay.
            CREATE TRIGGER audit_entry_is_final BEFORE UPDATE ON audit_entry BEGIN
                SELECT RAISE(FAIL, 'audit entries are never changed');
            END;
            -- REPLACE deletes without a trigger for that: what is inserted must be new.
            CREATE TRIGGER audit_entry_is_new BEFORE INSERT ON audit_entry
            WHEN NEW.position & 0xFFFFFFFFFF < (SELECT size FROM audit_tree WHERE app = NEW.position >> 40) BEGIN
                SELECT RAISE(FAIL, 'audit entries are only appended');
            END;
            CREATE TRIGGER audit_entry_stays BEFORE DELETE ON audit_entry
            WHEN OLD.position & 0xFFFFFFFFFF >= (SELECT first_seq FROM audit_tree WHERE app = OLD.position >> 40) BEGIN
                SELECT RAISE(FAIL, 'audit entries are only deleted as a prefix that a checkpoint covers');
            END;
            """
    )
}
