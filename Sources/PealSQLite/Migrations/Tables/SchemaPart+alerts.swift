extension SchemaPart {
    /// Alerts that are not quiet (ADR 0046).
    static let alerts = SchemaPart(
        figures: [IndexFigures("alert", rows: "20 4 2 1")],
        sql: """
            -- `subject` is a push service, what waits, or ''. `value` is the figure that changed the phase.
            CREATE TABLE alert (
                app INTEGER NOT NULL, rule TEXT NOT NULL, subject TEXT NOT NULL,
                phase TEXT NOT NULL CHECK \(isWord("phase", "pending", "firing", "clearing")), since INTEGER NOT NULL,
                fired_at INTEGER, value REAL NOT NULL, threshold REAL NOT NULL,
                CHECK ((phase = 'pending') = (fired_at IS NULL)),
                PRIMARY KEY (app, rule, subject)) STRICT, WITHOUT ROWID;
            """
    )
}
