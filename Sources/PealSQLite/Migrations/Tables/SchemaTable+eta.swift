extension SchemaTable {
    /// The latest reply of each participant of an event; it is deleted with the membership.
    ///
    /// `answered` are the results of the last replies by their timestamps, `version` the board's version with this
    /// reply, `cancellation` the RSVP that it cancelled.
    static let etaReply = SchemaTable(
        "eta_reply",
        rows: [
            "eta_reply": "200000 40000 40000 20 1",
            "eta_reply_version": "200000 40000 40000 20 1",
            "eta_reply_age": "200000 40000 2",
        ],
        sql: """
            CREATE TABLE eta_reply (
                app INTEGER NOT NULL, entity_type TEXT NOT NULL, entity_id TEXT NOT NULL, user_id TEXT NOT NULL,
                status TEXT NOT NULL CHECK \(isWord("status", "on-time", "running-late", "cant-make-it")),
                minutes_late INTEGER CHECK (minutes_late > 0), replied_at INTEGER NOT NULL,
                sealed_message BLOB CHECK (length(sealed_message) > 0), version INTEGER NOT NULL,
                answered TEXT NOT NULL CHECK (json_valid(answered)),
                cancellation TEXT CHECK (cancellation IS NULL OR json_valid(cancellation)),
                CHECK ((status = 'running-late') = (minutes_late IS NOT NULL)),
                PRIMARY KEY (app, entity_type, entity_id, user_id),
                FOREIGN KEY (app, entity_type, entity_id, user_id)
                    REFERENCES member (app, entity_type, entity_id, user_id) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX eta_reply_version ON eta_reply (app, entity_type, entity_id, version);
            CREATE INDEX eta_reply_age ON eta_reply (app, replied_at);
            """
    )
}
