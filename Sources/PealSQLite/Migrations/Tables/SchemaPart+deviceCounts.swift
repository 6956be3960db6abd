extension SchemaPart {
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
}
