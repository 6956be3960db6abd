extension SchemaTable {
    /// Silent sync pushes that devices wait for.
    ///
    /// One a device: a newer one joins it. `epoch` is being sent, `due_at` waits to be sent; with neither the row only
    /// knows when the device received the last one.
    static let syncPush = SchemaTable(
        "sync_push",
        sql: """
            CREATE TABLE sync_push (
                app INTEGER NOT NULL, device_id {id} NOT NULL, user_id TEXT NOT NULL, provider TEXT NOT NULL,
                due_at INTEGER, expires_at INTEGER NOT NULL, epoch INTEGER, retries INTEGER NOT NULL DEFAULT 0,
                badge INTEGER NOT NULL CHECK (badge IN (0, 1)), sent_at INTEGER,
                PRIMARY KEY (app, device_id),
                FOREIGN KEY (app, device_id) REFERENCES device (app, id) ON DELETE CASCADE) {by_key};
            CREATE INDEX sync_push_due ON sync_push (app, provider, due_at)
                WHERE due_at IS NOT NULL AND epoch IS NULL;
            CREATE INDEX sync_push_sending ON sync_push (epoch) WHERE epoch IS NOT NULL;
            """
    )

    /// The pushes that a device's next sync push removes from its screen.
    static let syncClear = SchemaTable(
        "sync_clear",
        sql: """
            CREATE TABLE sync_clear (
                app INTEGER NOT NULL, device_id {id} NOT NULL, notification_id {id} NOT NULL,
                PRIMARY KEY (app, device_id, notification_id),
                FOREIGN KEY (app, device_id) REFERENCES device (app, id) ON DELETE CASCADE) {by_key};
            """
    )
}
