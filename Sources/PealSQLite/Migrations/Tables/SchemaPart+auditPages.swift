import GRDB
import PealCore

extension SchemaPart {
    /// Entries of the audit logs in pages (ADR 0072).
    static let auditPages = SchemaPart(
        figures: [
            IndexFigures("audit_page", rows: "20000"),
            IndexFigures("audit_page_keys", rows: "20000"),
        ],
        sql: """
            -- `position` is the app's key times 2^40, and the number of the page's first entry in the app's log; `at` an instant not after
            -- that entry's; `entries` are packed one after another.
            CREATE TABLE audit_page (
                position INTEGER PRIMARY KEY, size INTEGER NOT NULL CHECK (size > 0), at INTEGER NOT NULL,
                entries BLOB NOT NULL) STRICT;

            -- What filters find a page by; the last page of an app has none yet. `actions` has a bit for each action, `filter` bits
            -- for the users and notifications.
            CREATE TABLE audit_page_keys (
                position INTEGER PRIMARY KEY, actions INTEGER NOT NULL, filter BLOB NOT NULL) STRICT;
            """
    ) { db in
        let connection = Connection(db, apps: try AppKeys(of: db), writes: true)
        for app in try connection.all("SELECT app FROM audit_tree", [], { try $0.key(0) as AppID }) {
            try movePages(of: app, connection)
        }
        try db.execute(sql: "DROP TABLE audit_entry")
    }

    /// After the entries are moved: only these refuse what is not new.
    ///
    /// FAIL and not ABORT: SQLite then keeps no note of how to undo each row that is inserted, and what was appended in front of
    /// a refused row may stay.
    static let auditPageGuards = SchemaPart(
        sql: """
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

            -- Without the keys of a page nothing in it would be found: they go after it, and with it when it is shortened.
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

    /// Packs the entries of an app into pages, 256 at a time.
    private static func movePages(of app: AppID, _ db: Connection) throws {
        let pages = AuditPageRows(app: app)
        var latest: Timestamp?
        var next = 0
        while true {
            let entries = try db.all(
                """
                SELECT position, at, action, user_ref, notification_id, leaf FROM audit_entry
                WHERE position >= ? AND position < ? ORDER BY position LIMIT ?
                """,
                [pages.position(next), pages.position(AuditPosition.limit), AuditPageRows.capacity]
            ) { row in
                var entry = StoredAuditEntry(
                    seq: try AuditPosition.seq(row, at: 0),
                    at: try row.time(1),
                    action: try row.word(2),
                    userRef: try row.decode(Int64?.self, atIndex: 3),
                    notification: try row.optionalID(4),
                    leaf: try row.bytes(5)
                )
                entry.leaf = PackedLeaf(entry: entry, app: app).text
                return entry
            }
            guard let first = entries.first, let last = entries.last else { return }
            guard latest == nil || first.seq == next, last.seq - first.seq == entries.count - 1 else {
                throw StoreError(.corrupt, "the audit log of \(app) misses entries after \(next)")
            }
            try pages.append(entries, after: latest ?? first.at, db)
            latest = last.at
            next = last.seq + 1
        }
    }
}
