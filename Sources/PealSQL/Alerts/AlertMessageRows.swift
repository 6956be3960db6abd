import PealCore

/// Reads and writes messages about alerts.
struct AlertMessageRows {
    static func all(_ db: SQLConnection) throws -> [AlertMessage] {
        let found = try db.all(
            "SELECT destination, app, rule, subject, phase, since, fired_at, value, threshold FROM alert_message",
            []
        ) { row in
            AlertMessage(
                AlertMessage.Key(
                    try row.text(0),
                    try row.key(1) as AppID,
                    Alert.Key(try row.word(2), try row.text(3))
                ),
                try row.word(4),
                since: try row.time(5),
                firedAt: try row.time(6),
                value: try row.decode(Double.self, atIndex: 7),
                threshold: try row.decode(Double.self, atIndex: 8)
            )
        }
        return found.sorted { $0.key < $1.key }
    }

    static func put(_ message: AlertMessage, _ db: SQLConnection) throws {
        try db.run(
            """
            INSERT INTO alert_message (app, rule, subject, destination, phase, since, fired_at, value, threshold)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (app, rule, subject, destination) DO UPDATE SET phase = excluded.phase, since = excluded.since,
                fired_at = excluded.fired_at, value = excluded.value, threshold = excluded.threshold
            """,
            bindings(message.key) + [
                message.phase.rawValue, message.since.milliseconds, message.firedAt.milliseconds, message.value,
                message.threshold,
            ]
        )
    }

    static func delete(_ key: AlertMessage.Key, _ db: SQLConnection) throws {
        try db.run(
            "DELETE FROM alert_message WHERE app = ? AND rule = ? AND subject = ? AND destination = ?",
            bindings(key)
        )
    }

    private static func bindings(_ key: AlertMessage.Key) -> [SQLValue] {
        [key.app.bound, key.alert.rule.rawValue, key.alert.subject, key.destination]
    }
}
