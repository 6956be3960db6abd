extension SchemaPart {
    static let actions = SchemaPart(
        figures: [IndexFigures("action_reply", rows: "500000 100000 1")],
        sql: """
            -- The actions that were taken on a notification; they are deleted with it. `action` is the one that counts, `taken`
            -- the last ones that were accepted, the newest last.
            CREATE TABLE action_reply (
                app INTEGER NOT NULL, notification_id BLOB NOT NULL, action TEXT NOT NULL, sent_at INTEGER,
                taken_at INTEGER NOT NULL, taken TEXT NOT NULL CHECK (json_valid(taken)),
                PRIMARY KEY (app, notification_id),
                FOREIGN KEY (app, notification_id) REFERENCES notification (app, id) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID;
            """
    )
}
