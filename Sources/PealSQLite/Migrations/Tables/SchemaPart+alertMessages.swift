extension SchemaPart {
    /// Messages about alerts for the destinations of `alertTo` (ADR 0068).
    static let alertMessages = SchemaPart(
        figures: [IndexFigures("alert_message", rows: "20 4 2 1 1")],
        sql: """
            -- `destination` is a hash of where it is. `value` and `threshold` are those with which the alert fired.
            CREATE TABLE alert_message (
                app INTEGER NOT NULL, rule TEXT NOT NULL, subject TEXT NOT NULL, destination TEXT NOT NULL,
                phase TEXT NOT NULL CHECK \(isWord("phase", "fired", "delivered", "resolved")), since INTEGER NOT NULL,
                fired_at INTEGER NOT NULL, value REAL NOT NULL, threshold REAL NOT NULL,
                PRIMARY KEY (app, rule, subject, destination)) STRICT, WITHOUT ROWID;
            """
    )
}
