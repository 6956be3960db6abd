/// What migration 0027 makes of the rows of a push (ADR 0073).
extension SchemaPart {
    /// A lease is the epoch on a row that stays `pending`, and an accepted first attempt makes no list.
    static let leases = SchemaPart(
        sql: """
            ALTER TABLE delivery ADD COLUMN receipt TEXT;
            -- What was tried before and waits again is in flight no longer.
            UPDATE delivery SET epoch = NULL WHERE state = 'pending';
            UPDATE delivery SET state = 'pending' WHERE state = 'sending';
            DROP INDEX delivery_pending;
            DROP INDEX delivery_open;
            DROP INDEX delivery_sending;
            CREATE INDEX delivery_pending ON delivery (app, provider, rank, due_at) WHERE state = 'pending' AND epoch IS NULL;
            CREATE INDEX delivery_open ON delivery (app, user_id) WHERE state = 'pending';
            CREATE INDEX delivery_sending ON delivery (epoch) WHERE state = 'pending' AND epoch IS NOT NULL;

            -- As it was, but for the first CHECK and the states.
            CREATE TABLE leased_channel_delivery (
                app INTEGER NOT NULL, notification_id BLOB NOT NULL, channel TEXT NOT NULL,
                rank INTEGER NOT NULL CHECK (rank BETWEEN 0 AND 3), state TEXT NOT NULL CHECK \(deliveryState),
                due_at INTEGER, epoch INTEGER, retries INTEGER NOT NULL DEFAULT 0, resends INTEGER NOT NULL DEFAULT 0,
                reason TEXT, attempts TEXT,
                CHECK ((state = 'pending' AND epoch IS NULL) = (due_at IS NOT NULL)),
                PRIMARY KEY (app, notification_id, channel),
                FOREIGN KEY (app, notification_id) REFERENCES notification (app, id) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID;
            INSERT INTO leased_channel_delivery
            SELECT app, notification_id, channel, rank, CASE state WHEN 'sending' THEN 'pending' ELSE state END, due_at,
                CASE state WHEN 'sending' THEN epoch END, retries, resends, reason, attempts
            FROM channel_delivery;
            DROP TABLE channel_delivery;
            ALTER TABLE leased_channel_delivery RENAME TO channel_delivery;
            CREATE INDEX channel_delivery_pending ON channel_delivery (app, channel, rank, due_at)
                WHERE state = 'pending' AND epoch IS NULL;
            CREATE INDEX channel_delivery_failed ON channel_delivery (app, channel, notification_id) WHERE state = 'failed';
            CREATE INDEX channel_delivery_sending ON channel_delivery (epoch) WHERE state = 'pending' AND epoch IS NOT NULL;
            """
    )

    /// Devices are counted once a change by ``CountRows``, in place of an index that every look at the metrics walked through
    /// (ADR 0057).
    static let deviceCounts = SchemaPart(
        figures: [IndexFigures("device_count", rows: "50 10 3 1")],
        sql: """
            DROP INDEX device_count;
            CREATE TABLE device_count (
                app INTEGER NOT NULL, provider TEXT NOT NULL, state TEXT NOT NULL,
                devices INTEGER NOT NULL CHECK (devices >= 0),
                PRIMARY KEY (app, provider, state)) STRICT, WITHOUT ROWID;
            INSERT INTO device_count SELECT app, provider, state, COUNT(*) FROM device GROUP BY app, provider, state;
            """
    )

    /// What a new row brings with it is written by whoever inserts it: a statement with a trigger keeps every page that it
    /// changes, as it could fail halfway.
    static let leanInserts = SchemaPart(
        sql: """
            DROP TRIGGER badge_insert;
            DROP TRIGGER named_user_insert;
            DROP TRIGGER entity_begins;
            """
    )
}
