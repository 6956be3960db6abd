extension SchemaTable {
    /// The states of ``DeliveryState``.
    static let deliveryState = isWord(
        "state",
        "pending",
        "sending",
        "accepted",
        "failed",
        "unknown",
        "expired",
        "cancelled"
    )

    /// What a notification sends to a device.
    ///
    /// No key to the device: an erasure would have to search all deliveries for it. `user_id` is the recipient, also
    /// when the device moves to another user: what waits for one user is counted by it. `app_version` is the app's on
    /// the device when the delivery was made, for the audit log. `confirmed_at` is when the device first said that it
    /// has received the push. `facts_version` to `policy_version` are what a late delivery was decided from when the rules were asked
    /// about it again; without `policy_version`, those of its notification hold.
    static let delivery = SchemaTable(
        "delivery",
        sql: """
            CREATE TABLE delivery (
                app INTEGER NOT NULL, notification_id {id} NOT NULL, device_id {id} NOT NULL, user_id TEXT NOT NULL,
                provider TEXT NOT NULL, rank INTEGER NOT NULL CHECK (rank BETWEEN 0 AND 3),
                state TEXT NOT NULL CHECK \(deliveryState),
                due_at INTEGER NOT NULL, epoch INTEGER, retries INTEGER NOT NULL DEFAULT 0,
                resends INTEGER NOT NULL DEFAULT 0, reason TEXT, accepted_at INTEGER, attempts TEXT, confirmed_at INTEGER,
                facts_version INTEGER, entity_version INTEGER, valid_until INTEGER, policy_version INTEGER,
                app_version TEXT, receipt TEXT,
                CHECK (state <> 'sending' OR epoch IS NOT NULL),
                PRIMARY KEY (app, notification_id, device_id),
                FOREIGN KEY (app, notification_id) REFERENCES notification (app, id) ON DELETE CASCADE
            ) {by_key};
            CREATE INDEX delivery_failed ON delivery (app, provider, notification_id, device_id) WHERE state = 'failed';
            CREATE INDEX delivery_pending ON delivery (app, provider, rank, due_at) WHERE state = 'pending' AND epoch IS NULL;
            CREATE INDEX delivery_open ON delivery (app, user_id) WHERE state = 'pending';
            CREATE INDEX delivery_sending ON delivery (epoch) WHERE state = 'pending' AND epoch IS NOT NULL;
            """
    )

    /// Receipts to be asked for.
    static let receipt = SchemaTable(
        "receipt",
        sql: """
            CREATE TABLE receipt (
                app INTEGER NOT NULL, notification_id {id} NOT NULL, device_id {id} NOT NULL, provider TEXT NOT NULL,
                receipt TEXT NOT NULL, due_at INTEGER NOT NULL, forgotten_at INTEGER NOT NULL,
                asked INTEGER NOT NULL DEFAULT 0,
                PRIMARY KEY (app, notification_id, device_id),
                FOREIGN KEY (app, notification_id, device_id)
                    REFERENCES delivery (app, notification_id, device_id) ON DELETE CASCADE
            ) {by_key};
            CREATE INDEX receipt_due ON receipt (app, provider, due_at);
            """
    )

    /// Pushes that are sent once more to a device that was off.
    ///
    /// Without `due_at` that is over: once for each push and device.
    static let redelivery = SchemaTable(
        "redelivery",
        sql: """
            CREATE TABLE redelivery (
                app INTEGER NOT NULL, notification_id {id} NOT NULL, device_id {id} NOT NULL, due_at INTEGER,
                PRIMARY KEY (app, notification_id, device_id),
                FOREIGN KEY (app, notification_id, device_id)
                    REFERENCES delivery (app, notification_id, device_id) ON DELETE CASCADE
            ) {by_key};
            CREATE INDEX redelivery_due ON redelivery (app, due_at) WHERE due_at IS NOT NULL;
            """
    )
}
