extension M0001Foundation {
    /// What operators and alarms say of lanes, and receipts to be asked for.
    static let lanes = """
        CREATE TABLE lane (
            app TEXT NOT NULL, provider TEXT NOT NULL,
            paused_at INTEGER, doubted_since INTEGER, redriven_at INTEGER,
            PRIMARY KEY (app, provider)) STRICT, WITHOUT ROWID;

        CREATE TABLE receipt (
            app TEXT NOT NULL, notification_id BLOB NOT NULL, device_id BLOB NOT NULL, provider TEXT NOT NULL,
            receipt TEXT NOT NULL, due_at INTEGER NOT NULL, forgotten_at INTEGER NOT NULL,
            asked INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (app, notification_id, device_id),
            FOREIGN KEY (app, notification_id, device_id)
                REFERENCES delivery (app, notification_id, device_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX receipt_due ON receipt (due_at, app, provider);
        """
}
