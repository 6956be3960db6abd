package import PealCore

/// Reads and writes the alerts of an app.
package struct AlertRows {
    var app: AppID

    /// The alerts of an app, or of all.
    package static func all(of app: AppID?, _ db: SQLConnection) throws -> [AppID: [Alert]] {
        let found = try db.all(
            """
            SELECT rule, subject, \(columns), app FROM alert \(app == nil ? "" : "WHERE app = ?") ORDER BY app, rule, subject
            """,
            app.map { [$0.bound] } ?? []
        ) { row in
            (app: try row.key(7) as AppID, alert: try alert(Alert.Key(try row.word(0), try row.text(1)), row, at: 2))
        }
        return Dictionary(grouping: found, by: \.app).mapValues { $0.map(\.alert).sorted { $0.key < $1.key } }
    }

    /// Changes an alert.
    /// - Throws: ``GuardFailed`` when it is not as it was read.
    func write(_ key: Alert.Key, from old: Alert?, to new: Alert?, _ db: SQLConnection) throws {
        let bindings: [SQLValue] = [app.bound, key.rule.rawValue, key.subject]
        let known = try db.first(
            "SELECT \(Self.columns) FROM alert WHERE app = ? AND rule = ? AND subject = ?",
            bindings
        ) { try Self.alert(key, $0, at: 0) }
        guard known == old else { throw GuardFailed() }
        guard let new else {
            try db.run("DELETE FROM alert WHERE app = ? AND rule = ? AND subject = ?", bindings)
            return
        }
        try db.run(
            """
            INSERT INTO alert (app, rule, subject, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (app, rule, subject) DO UPDATE SET phase = excluded.phase, since = excluded.since,
                fired_at = excluded.fired_at, value = excluded.value, threshold = excluded.threshold
            """,
            bindings + [
                new.phase.rawValue, new.since.milliseconds, new.firedAt?.milliseconds, new.value, new.threshold,
            ]
        )
    }

    private static let columns = "phase, since, fired_at, value, threshold"

    private static func alert(_ key: Alert.Key, _ row: SQLRow, at base: Int) throws -> Alert {
        Alert(
            key,
            try row.word(base),
            since: try row.time(base + 1),
            firedAt: try row.optionalTime(base + 2),
            value: try row.decode(Double.self, atIndex: base + 3),
            threshold: try row.decode(Double.self, atIndex: base + 4)
        )
    }
}
