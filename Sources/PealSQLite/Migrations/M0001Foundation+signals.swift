extension M0001Foundation {
    /// What devices are to be told silently.
    static let signals = """
        -- One a device: a newer one joins it. `epoch` is under way, `due_at` something new to tell; with neither the row
        -- only knows when the device was told last.
        CREATE TABLE device_signal (
            app TEXT NOT NULL, device_id BLOB NOT NULL, user_id TEXT NOT NULL, provider TEXT NOT NULL,
            due_at INTEGER, expires_at INTEGER NOT NULL, epoch INTEGER, retries INTEGER NOT NULL DEFAULT 0,
            badge INTEGER NOT NULL CHECK (badge IN (0, 1)), told_at INTEGER,
            PRIMARY KEY (app, device_id),
            FOREIGN KEY (app, device_id) REFERENCES device (app, id) ON DELETE CASCADE) STRICT, WITHOUT ROWID;
        CREATE INDEX device_signal_due ON device_signal (app, provider, due_at)
            WHERE due_at IS NOT NULL AND epoch IS NULL;
        CREATE INDEX device_signal_sending ON device_signal (epoch) WHERE epoch IS NOT NULL;

        -- The pushes a device's signal takes off its screen.
        CREATE TABLE device_clear (
            app TEXT NOT NULL, device_id BLOB NOT NULL, notification_id BLOB NOT NULL,
            PRIMARY KEY (app, device_id, notification_id),
            FOREIGN KEY (app, device_id) REFERENCES device (app, id) ON DELETE CASCADE) STRICT, WITHOUT ROWID;
        """
}
