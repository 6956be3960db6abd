extension SchemaTable {
    /// Alerts that are not quiet (ADR 0046).
    ///
    /// `subject` is a push service, what waits, or ''. `value` is the figure that changed the phase.
    static let alert = SchemaTable(
        "alert",
        sql: """
            CREATE TABLE alert (
                app INTEGER NOT NULL, rule TEXT NOT NULL, subject TEXT NOT NULL,
                phase TEXT NOT NULL CHECK \(isWord("phase", "pending", "firing", "clearing")), since INTEGER NOT NULL,
                fired_at INTEGER, value REAL NOT NULL, threshold REAL NOT NULL,
                CHECK ((phase = 'pending') = (fired_at IS NULL)),
                PRIMARY KEY (app, rule, subject)) {by_key};
            """
    )

    /// Messages about alerts for the destinations of `alertTo` (ADR 0068).
    ///
    /// `destination` is a hash of where it is. `value` and `threshold` are those with which the alert fired.
    static let alertMessage = SchemaTable(
        "alert_message",
        sql: """
            CREATE TABLE alert_message (
                app INTEGER NOT NULL, rule TEXT NOT NULL, subject TEXT NOT NULL, destination TEXT NOT NULL,
                phase TEXT NOT NULL CHECK \(isWord("phase", "fired", "delivered", "resolved")), since INTEGER NOT NULL,
                fired_at INTEGER NOT NULL, value REAL NOT NULL, threshold REAL NOT NULL,
                PRIMARY KEY (app, rule, subject, destination)) {by_key};
            """
    )
}
