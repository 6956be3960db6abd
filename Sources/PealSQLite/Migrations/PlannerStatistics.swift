import GRDB

/// Tells the query planner what the tables look like in use.
///
/// Without figures it takes every first key column for selective, and would answer `app = ? AND user_id = ?` by reading
/// all of an app. Fixed figures, unlike `ANALYZE`, give the same plans on every machine and at every size.
enum PlannerStatistics {
    static func write(_ db: Database) throws {
        // Makes the table; the database is still empty.
        try db.execute(sql: "ANALYZE")
        try add(figures, db)
    }

    /// Adds figures of indexes, or replaces those of indexes that were rebuilt.
    static func add(_ figures: [(String, String, String)], _ db: Database) throws {
        for (table, index, figures) in figures {
            try db.execute(
                sql: "DELETE FROM sqlite_stat1 WHERE tbl = ? AND idx = ?",
                arguments: [table, index]
            )
            try db.execute(
                sql: "INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)",
                arguments: [table, index, figures]
            )
        }
        try db.execute(sql: "ANALYZE sqlite_schema")
    }

    /// Rows of the table, then rows that agree in the first column of the index, in the first two, and so on.
    private static let figures = [
        ("user", "user", "100000 20000 1"),
        ("erased_user", "erased_user", "1000 200 1"),
        ("entity", "entity", "100000 20000 5000 1"),
        ("entity", "entity_owner", "50000 10000 10 5 2"),
        ("member", "member", "500000 100000 50000 100 1"),
        ("member", "member_user", "500000 100000 10 3"),
        ("device", "device", "200000 40000 1"),
        ("device", "sqlite_autoindex_device_1", "200000 40000 20000 1"),
        ("device", "device_user", "200000 40000 2"),
        ("device", "device_invalid", "2000 400 100 2"),
        ("device", "device_active", "150000 30000 2"),
        ("device", "device_stale", "20000 4000 2"),
        ("preference", "preference", "50000 10000 1"),
        ("mute", "mute", "20000 4000 2 1"),
        ("mute", "sqlite_autoindex_mute_1", "20000 4000 2 2 1"),
        ("trigger", "sqlite_autoindex_trigger_1", "1000000 200000 1"),
        ("trigger", "trigger_due", "1000 2 2 1"),
        ("trigger", "trigger_cancel_key", "100000 20000 3 1"),
        ("trigger", "trigger_cancelling", "10 2 1"),
        ("trigger", "trigger_revoking", "10 2 1"),
        ("trigger", "trigger_recalling", "10 2 1"),
        ("trigger", "trigger_local", "10 2 1"),
        ("local_wait", "local_wait", "100000 20000 5000 1"),
        ("local_wait", "local_wait_due", "100000 20000 5000 200"),
        ("turned_away", "turned_away", "5000 1000 500 1"),
        ("turned_away", "sqlite_autoindex_turned_away_1", "5000 1000 500 2 1 1 1"),
        ("claim", "claim", "500000 100000 1"),
        ("claim", "claim_expiry", "100000 10"),
        ("limit_count", "limit_count", "10000 2000 1000 2 1"),
        ("limit_count", "limit_count_end", "10000 10"),
        ("limit_place", "limit_place", "100000 20000 2 1"),
        ("schedule", "schedule", "1000000 200000 100000 2 2 1"),
        ("schedule", "schedule_due", "500000 5 2"),
        ("schedule", "schedule_ended", "500000 5"),
        ("schedule", "schedule_type", "1000000 200000 100000 2"),
        ("idempotency", "sqlite_autoindex_idempotency_1", "100000 20000 5000 1"),
        ("idempotency", "idempotency_expiry", "100000 10"),
        ("notification", "sqlite_autoindex_notification_1", "5000000 1000000 1"),
        ("notification", "sqlite_autoindex_notification_2", "5000000 1000000 20 1"),
        ("notification", "notification_user", "5000000 1000000 50 1"),
        ("notification", "notification_held", "10000 10"),
        ("notification", "notification_held_user", "10000 2000 2 1"),
        ("notification", "notification_alert", "1000 200 2 1"),
        ("delivery", "delivery", "5000000 1000000 2 1"),
        ("delivery", "delivery_pending", "10000 2000 1000 500 2"),
        ("delivery", "delivery_failed", "50000 10000 5000 2 1"),
        ("delivery", "delivery_sending", "1000 500"),
        ("lane", "lane", "20 4 1"),
        ("receipt", "receipt", "100000 20000 2 1"),
        ("receipt", "receipt_due", "100000 10 10 10"),
        ("device_signal", "device_signal", "1000 200 1"),
        ("device_signal", "device_signal_due", "1000 200 100 2"),
        ("device_signal", "device_signal_sending", "200 100"),
        ("device_clear", "device_clear", "5000 1000 5 1"),
        ("badge", "badge", "100000 20000 1"),
    ]
}
