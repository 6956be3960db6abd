extension SchemaTable {
    /// What operators said of a queue, and what keeps it from sending: who paused it; since when, why and until which
    /// probe its circuit breaker is open; until when the service asked to wait; since when its token-invalidation breaker
    /// is open.
    static let queue = SchemaTable(
        "queue",
        sql: """
            CREATE TABLE queue (
                app INTEGER NOT NULL, provider TEXT NOT NULL,
                paused_at INTEGER, invalidation_broken_since INTEGER, redriven_at INTEGER, paused_by TEXT,
                broken_since INTEGER, broken_reason TEXT, probe_at INTEGER, throttled_until INTEGER,
                PRIMARY KEY (app, provider)) {by_key};
            """
    )

    /// How many deliveries of a queue are pending or under way.
    static let queueCount = SchemaTable(
        "queue_count",
        sql: """
            CREATE TABLE queue_count (
                app INTEGER NOT NULL, provider TEXT NOT NULL, open INTEGER NOT NULL CHECK (open >= 0),
                PRIMARY KEY (app, provider)) {by_key};
            """
    )
}
