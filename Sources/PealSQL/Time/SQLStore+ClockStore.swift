package import PealCore

extension SQLStore {
    /// What is kept of the clock.
    package func clockRecord() async throws -> ClockRecord? { try await read { db in try ClockRecord.stored(db) } }

    /// Keeps what a server knows of its clock, unless an operator has accepted the clock meanwhile.
    package func note(_ record: ClockRecord) async throws -> Bool {
        try await writer.perform(.progress) { db in
            let question = record.question
            return try db.run(
                """
                INSERT INTO clock (id, latest, acceptances, system, trusted, witness) SELECT 1, ?1, ?2, ?3, ?4, ?5
                WHERE ?2 = COALESCE((SELECT acceptances FROM clock WHERE id = 1), 0)
                ON CONFLICT (id) DO UPDATE SET latest = excluded.latest, system = excluded.system,
                    trusted = excluded.trusted, witness = excluded.witness
                """,
                [
                    record.latest.milliseconds, record.acceptances, question?.system.milliseconds,
                    question?.trusted.milliseconds, question?.witness?.milliseconds,
                ]
            ) == 1
        }
    }

    /// Ends a question, and counts the acceptance.
    package func acceptClock(at now: Timestamp) async throws {
        _ = try await writer.perform(.intake) { db in
            try db.run(
                """
                INSERT INTO clock (id, latest, acceptances) VALUES (1, ?, 1)
                ON CONFLICT (id) DO UPDATE SET latest = excluded.latest, acceptances = clock.acceptances + 1,
                    system = NULL, trusted = NULL, witness = NULL
                """,
                [now.milliseconds]
            )
        }
    }
}

extension ClockRecord {
    /// What a database keeps; `nil` when no server has run on it yet.
    package static func stored(_ db: SQLConnection) throws -> ClockRecord? {
        try db.first("SELECT latest, acceptances, system, trusted, witness FROM clock WHERE id = 1", []) { row in
            var record = ClockRecord(latest: try row.time(0), acceptances: try row.int(1))
            if let system = try row.optionalTime(2), let trusted = try row.optionalTime(3) {
                let witness = try row.optionalTime(4)
                record.question = ClockState.Question(system: system, trusted: trusted, witness: witness)
            }
            return record
        }
    }
}
