extension SchemaTable {
    /// One row for each app and kind of a transaction, in the order of commits.
    static let eventLog = SchemaTable(
        "event_log",
        sql: """
            CREATE TABLE event_log (
                seq INTEGER PRIMARY KEY AUTOINCREMENT, app INTEGER NOT NULL, kind TEXT NOT NULL,
                events BLOB NOT NULL CHECK (length(events) > 0)) STRICT;
            CREATE TRIGGER event_log_is_final BEFORE UPDATE ON event_log BEGIN
                SELECT RAISE(ABORT, 'events are never changed');
            END;
            """
    )

    /// Where the log ended at an instant: it says how old a row is, without a time on each.
    static let eventMark = SchemaTable(
        "event_mark",
        sql: """
            CREATE TABLE event_mark (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT;
            """
    )

    /// The row that a reader reads next, and how many events of it it has read.
    static let eventReader = SchemaTable(
        "event_reader",
        sql: """
            CREATE TABLE event_reader (
                name TEXT NOT NULL PRIMARY KEY, seq INTEGER NOT NULL, read INTEGER NOT NULL) STRICT, WITHOUT ROWID;
            """
    )

    /// What the event log names a user by; erasing a user deletes the row.
    ///
    /// A key is never given away twice.
    static let userKey = SchemaTable(
        "user_key",
        rows: [
            "sqlite_autoindex_user_key_1": "100000 20000 1"
        ],
        sql: """
            CREATE TABLE user_key (
                key INTEGER PRIMARY KEY AUTOINCREMENT, app INTEGER NOT NULL, user_id TEXT NOT NULL,
                UNIQUE (app, user_id)) STRICT;
            """
    )
}
