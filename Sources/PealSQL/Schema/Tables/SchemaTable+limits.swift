extension SchemaTable {
    /// What senders used of their limits, by window; counted by overlap, so that a zone that moves opens no gap.
    static let limitCount = SchemaTable(
        "limit_count",
        sql: """
            CREATE TABLE limit_count (
                app INTEGER NOT NULL, limit_id TEXT NOT NULL, scope_key TEXT NOT NULL, window_start INTEGER NOT NULL,
                window_end INTEGER NOT NULL, used INTEGER NOT NULL CHECK (used >= 0),
                CHECK (window_end > window_start),
                PRIMARY KEY (app, limit_id, scope_key, window_start)) {by_key};
            CREATE INDEX limit_count_end ON limit_count (window_end);
            """
    )

    /// What a trigger reserved of the limits of its sender.
    static let limitReservation = SchemaTable(
        "limit_reservation",
        sql: """
            CREATE TABLE limit_reservation (
                app INTEGER NOT NULL, trigger_id {id} NOT NULL, limit_id TEXT NOT NULL, scope_key TEXT NOT NULL,
                window_start INTEGER NOT NULL,
                PRIMARY KEY (app, trigger_id, limit_id),
                FOREIGN KEY (app, trigger_id) REFERENCES trigger (app, id) ON DELETE CASCADE) {by_key};
            """
    )

    /// Rejected and duplicate requests, counted, for those who ask why nothing came; nothing of their content.
    ///
    /// `subject` is the limit, or the trigger that was there first; `scope` is what the limit counts together. A ring
    /// for each kind.
    static let rejectedRequest = SchemaTable(
        "rejected_request",
        sql: """
            CREATE TABLE rejected_request (
                app INTEGER NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('refused', 'duplicate')), seq INTEGER NOT NULL,
                type TEXT NOT NULL, subject TEXT NOT NULL, scope TEXT NOT NULL, scope_key TEXT NOT NULL,
                resets_at INTEGER NOT NULL, count INTEGER NOT NULL CHECK (count > 0),
                first_at INTEGER NOT NULL, last_at INTEGER NOT NULL,
                UNIQUE (app, kind, subject, type, scope_key, resets_at),
                PRIMARY KEY (app, kind, seq)) {by_key};
            """
    )
}
