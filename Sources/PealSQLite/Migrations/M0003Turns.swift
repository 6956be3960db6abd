import GRDB

/// Lets due work be read app by app, and triggers by urgency (ADR 0020).
enum M0003Turns {
    static func migrate(_ db: Database) throws {
        try db.execute(sql: statements)
        try PlannerStatistics.add(figures, db)
    }

    private static let statements = """
        -- How urgent it can be for anybody, as its catalog says; decided once, when it is accepted.
        ALTER TABLE trigger ADD COLUMN rank INTEGER NOT NULL DEFAULT 1 CHECK (rank BETWEEN 0 AND 3);
        UPDATE trigger SET rank = CASE priority WHEN 'low' THEN 0 WHEN 'high' THEN 2 WHEN 'critical' THEN 3 ELSE 1 END
        WHERE fan_out <> 'finished' AND priority IS NOT NULL;
        CREATE INDEX trigger_turn ON trigger (app, rank, fan_out, due_at, id)
            WHERE fan_out <> 'finished' AND cancelled_at IS NULL;

        DROP INDEX notification_held;
        CREATE INDEX notification_held ON notification (app, held_until) WHERE push = 'hold';
        DROP INDEX notification_bundled;
        CREATE INDEX notification_bundled ON notification (app, held_until, user_id, slot) WHERE push = 'digest';
        DROP INDEX schedule_due;
        CREATE INDEX schedule_due ON schedule (app, due_at) WHERE state = 'waiting';
        DROP INDEX receipt_due;
        CREATE INDEX receipt_due ON receipt (app, provider, due_at);
        """

    private static let figures = [
        ("trigger", "trigger_turn", "1000 200 60 30 2 1"),
        ("notification", "notification_held", "10000 2000 2"),
        ("notification", "notification_bundled", "10000 2000 4 2 2"),
        ("schedule", "schedule_due", "500000 100000 2"),
        ("receipt", "receipt_due", "100000 20000 10000 10"),
    ]
}
