import GRDB

/// Which user a stored answer is about, so that erasing a user deletes it.
enum M0007StoredAnswers {
    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE idempotency ADD COLUMN user_id TEXT;
                CREATE INDEX idempotency_user ON idempotency (app, user_id) WHERE user_id IS NOT NULL;
                -- Answers of before are readable text, and name their user in the path alone. All but those about triggers
                -- belong to calls that may run twice.
                DELETE FROM idempotency WHERE operation NOT LIKE 'POST /api/v1/triggers%';
                """
        )
        try PlannerStatistics.add([("idempotency", "idempotency_user", "20000 4000 5")], db)
    }
}
