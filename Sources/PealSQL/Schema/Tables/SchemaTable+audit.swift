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
                at INTEGER NOT NULL, frontier BLOB NOT NULL, last_hash BLOB NOT NULL) {by_row};
            """
    )

    /// Entries of the audit logs in pages (ADR 0072).
    ///
    /// `position` is the app's key times 2^40, and the number of the page's first entry in the app's log; `at` an
    /// instant not after that entry's; `entries` are packed one after another.
    static let auditPage = SchemaTable(
        "audit_page",
        sql: """
            CREATE TABLE audit_page (
                position INTEGER PRIMARY KEY, size INTEGER NOT NULL CHECK (size > 0), at INTEGER NOT NULL,
                entries BLOB NOT NULL) {by_row};
            """
    )

    /// What filters find a page by; the last page of an app has none yet.
    ///
    /// `actions` has a bit for each action, `filter` bits for the users and notifications.
    static let auditPageKeys = SchemaTable(
        "audit_page_keys",
        sql: """
            CREATE TABLE audit_page_keys (
                position INTEGER PRIMARY KEY, actions INTEGER NOT NULL, filter BLOB NOT NULL) {by_row};
            """
    )

    /// Signed checkpoints; `frontier` and `last_hash` are those of `audit_tree` at that size.
    static let auditCheckpoint = SchemaTable(
        "audit_checkpoint",
        sql: """
            CREATE TABLE audit_checkpoint (
                app INTEGER NOT NULL, size INTEGER NOT NULL CHECK (size > 0), at INTEGER NOT NULL, note TEXT NOT NULL,
                verification_key TEXT NOT NULL, frontier BLOB NOT NULL, last_hash BLOB NOT NULL,
                PRIMARY KEY (app, size)) {by_key};
            """
    )

    /// The keys that claims of users are sealed with, sealed themselves; erasing a user deletes theirs.
    ///
    /// What a user's claims have added on one day is counted here.
    static let auditSecret = SchemaTable(
        "audit_secret",
        sql: """
            CREATE TABLE audit_secret (
                app INTEGER NOT NULL, user_id TEXT NOT NULL, sealed_secret BLOB NOT NULL,
                claim_day INTEGER NOT NULL DEFAULT 0, claim_count INTEGER NOT NULL DEFAULT 0,
                claim_bytes INTEGER NOT NULL DEFAULT 0,
                PRIMARY KEY (app, user_id)) {by_key};
            """
    )
}
