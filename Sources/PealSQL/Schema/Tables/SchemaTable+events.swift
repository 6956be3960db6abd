extension SchemaTable {
    /// One row for each app and kind of a transaction, in the order of commits.
    static let eventLog = SchemaTable(
        "event_log",
        sql: """
            CREATE TABLE event_log (
                seq {numbered}, app INTEGER NOT NULL, kind TEXT NOT NULL,
                events BLOB NOT NULL CHECK (length(events) > 0)) {by_row};
            """
    )

    /// Where the log ended at an instant: it says how old a row is, without a time on each.
    static let eventMark = SchemaTable(
        "event_mark",
        sql: """
            CREATE TABLE event_mark (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL) {by_row};
            """
    )

    /// The row that a reader reads next, and how many events of it it has read.
    static let eventReader = SchemaTable(
        "event_reader",
        sql: """
            CREATE TABLE event_reader (
                name TEXT NOT NULL PRIMARY KEY, seq INTEGER NOT NULL, read INTEGER NOT NULL) {by_key};
            """
    )

    /// What the event log names a user by; erasing a user deletes the row.
    ///
    /// A key is never given away twice.
    static let userKey = SchemaTable(
        "user_key",
        sql: """
            CREATE TABLE user_key (
                key {numbered}, app INTEGER NOT NULL, user_id TEXT NOT NULL,
                UNIQUE (app, user_id)) {by_row};
            """
    )
}
