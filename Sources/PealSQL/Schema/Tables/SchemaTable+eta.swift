extension SchemaTable {
    /// The latest reply of each participant of an event; it is deleted with the membership.
    ///
    /// `answered` are the results of the last replies by their timestamps, `version` the board's version with this
    /// reply, `cancellation` the RSVP that it cancelled.
    static let etaReply = SchemaTable(
        "eta_reply",
        sql: """
            CREATE TABLE eta_reply (
                app INTEGER NOT NULL, entity_type TEXT NOT NULL, entity_id TEXT NOT NULL, user_id TEXT NOT NULL,
                status TEXT NOT NULL CHECK \(isWord("status", "on-time", "running-late", "cant-make-it")),
                minutes_late INTEGER CHECK (minutes_late > 0), replied_at INTEGER NOT NULL,
                sealed_message BLOB CHECK (length(sealed_message) > 0), version INTEGER NOT NULL,
                answered TEXT NOT NULL CHECK ({json answered}),
                cancellation TEXT CHECK (cancellation IS NULL OR {json cancellation}),
                CHECK ((status = 'running-late') = (minutes_late IS NOT NULL)),
                PRIMARY KEY (app, entity_type, entity_id, user_id),
                FOREIGN KEY (app, entity_type, entity_id, user_id)
                    REFERENCES member (app, entity_type, entity_id, user_id) ON DELETE CASCADE
            ) {by_key};
            CREATE INDEX eta_reply_version ON eta_reply (app, entity_type, entity_id, version);
            CREATE INDEX eta_reply_age ON eta_reply (app, replied_at);
            """
    )
}
