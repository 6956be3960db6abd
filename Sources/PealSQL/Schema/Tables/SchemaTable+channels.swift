extension SchemaTable {
    /// One address of a user in a channel.
    ///
    /// `invalid_since` is when the channel's service said that it is dead.
    static let channelAddress = SchemaTable(
        "channel_address",
        sql: """
            CREATE TABLE channel_address (
                app INTEGER NOT NULL, user_id TEXT NOT NULL, channel TEXT NOT NULL,
                sealed BLOB NOT NULL CHECK (length(sealed) > 0), created_at INTEGER NOT NULL, invalid_since INTEGER,
                PRIMARY KEY (app, user_id, channel),
                FOREIGN KEY (app, user_id) REFERENCES "user" (app, id) ON DELETE CASCADE) {by_key};
            CREATE INDEX channel_address_invalid ON channel_address (app, channel, invalid_since)
                WHERE invalid_since IS NOT NULL;
            """
    )

    /// What a notification sends in a channel; its user and its expiry are the notification's.
    ///
    /// It is held while it is pending with a reason, and decided again when it is due.
    static let channelDelivery = SchemaTable(
        "channel_delivery",
        sql: """
            CREATE TABLE channel_delivery (
                app INTEGER NOT NULL, notification_id {id} NOT NULL, channel TEXT NOT NULL,
                rank INTEGER NOT NULL CHECK (rank BETWEEN 0 AND 3), state TEXT NOT NULL CHECK \(deliveryState),
                due_at INTEGER, epoch INTEGER, retries INTEGER NOT NULL DEFAULT 0, resends INTEGER NOT NULL DEFAULT 0,
                reason TEXT, attempts TEXT,
                CHECK ((state = 'pending' AND epoch IS NULL) = (due_at IS NOT NULL)),
                PRIMARY KEY (app, notification_id, channel),
                FOREIGN KEY (app, notification_id) REFERENCES notification (app, id) ON DELETE CASCADE
            ) {by_key};
            CREATE INDEX channel_delivery_pending ON channel_delivery (app, channel, rank, due_at)
                WHERE state = 'pending' AND epoch IS NULL;
            CREATE INDEX channel_delivery_failed ON channel_delivery (app, channel, notification_id) WHERE state = 'failed';
            CREATE INDEX channel_delivery_sending ON channel_delivery (epoch) WHERE state = 'pending' AND epoch IS NOT NULL;
            """
    )
}
