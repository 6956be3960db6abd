extension SchemaTable {
    /// The actions that were taken on a notification; they are deleted with it.
    ///
    /// `action` is the one that counts, `taken` the last ones that were accepted, the newest last.
    static let actionReply = SchemaTable(
        "action_reply",
        sql: """
            CREATE TABLE action_reply (
                app INTEGER NOT NULL, notification_id {id} NOT NULL, action TEXT NOT NULL, sent_at INTEGER,
                taken_at INTEGER NOT NULL, taken TEXT NOT NULL CHECK ({json taken}),
                PRIMARY KEY (app, notification_id),
                FOREIGN KEY (app, notification_id) REFERENCES notification (app, id) ON DELETE CASCADE
            ) {by_key};
            """
    )
}
