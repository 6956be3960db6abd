extension SchemaPart {
    /// Who paused a queue, and what keeps it from sending because of its push service: since when, why and until which
    /// probe its circuit breaker is open, and until when the service asked to wait.
    static let queueTroubles = SchemaPart(
        sql: """
            ALTER TABLE lane ADD COLUMN paused_by TEXT;
            ALTER TABLE lane ADD COLUMN broken_since INTEGER;
            ALTER TABLE lane ADD COLUMN broken_reason TEXT;
            ALTER TABLE lane ADD COLUMN probe_at INTEGER;
            ALTER TABLE lane ADD COLUMN throttled_until INTEGER;
            """
    )
}
