extension SchemaTable {
    /// One row for each entity and time that a type follows; what has ended stays for a while, so that the same time
    /// never fires twice.
    static let schedule = SchemaTable(
        "schedule",
        rows: [
            "schedule": "1000000 200000 100000 2 2 1",
            "schedule_due": "500000 100000 2",
            "schedule_ended": "500000 5",
            "schedule_type": "1000000 200000 100000 2",
        ],
        sql: """
            CREATE TABLE schedule (
                app INTEGER NOT NULL, entity_type TEXT NOT NULL, entity_id TEXT NOT NULL, type TEXT NOT NULL,
                time INTEGER NOT NULL, due_at INTEGER NOT NULL,
                state TEXT NOT NULL CHECK \(isWord("state", "waiting", "fired", "skipped", "failed", "cancelled")),
                reason TEXT, trigger_id BLOB, ended_at INTEGER,
                CHECK ((state = 'waiting') = (ended_at IS NULL)),
                CHECK (state = 'waiting' OR state = 'fired' OR reason IS NOT NULL),
                -- One that was withdrawn keeps the trigger that it had made.
                CHECK (state <> 'fired' OR trigger_id IS NOT NULL),
                PRIMARY KEY (app, entity_type, entity_id, type, time)) STRICT, WITHOUT ROWID;
            CREATE INDEX schedule_due ON schedule (app, due_at) WHERE state = 'waiting';
            CREATE INDEX schedule_ended ON schedule (ended_at) WHERE state <> 'waiting';
            CREATE INDEX schedule_type ON schedule (app, type, due_at);
            """
    )

    /// Which version of the catalog the schedules of an app follow.
    static let schedulePlan = SchemaTable(
        "schedule_plan",
        sql: """
            CREATE TABLE schedule_plan (
                app INTEGER NOT NULL PRIMARY KEY, version INTEGER NOT NULL,
                -- 0 while the entities are being planned by that version.
                is_complete INTEGER NOT NULL CHECK (is_complete IN (0, 1))) STRICT, WITHOUT ROWID;
            """
    )

    /// The recipients that a time has fired for, each once, also those who join while its trigger is open; `trigger_id`
    /// is the trigger that reminded them last.
    static let firing = SchemaTable(
        "firing",
        rows: [
            "firing": "4000000 800000 400000 40 40 20 1",
            "firing_user": "4000000 800000 40",
        ],
        sql: """
            CREATE TABLE firing (
                app INTEGER NOT NULL, entity_type TEXT NOT NULL, entity_id TEXT NOT NULL, type TEXT NOT NULL,
                time INTEGER NOT NULL, user_id TEXT NOT NULL, trigger_id BLOB NOT NULL CHECK (length(trigger_id) = 16),
                PRIMARY KEY (app, entity_type, entity_id, type, time, user_id),
                FOREIGN KEY (app, entity_type, entity_id, type, time)
                    REFERENCES schedule (app, entity_type, entity_id, type, time) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX firing_user ON firing (app, user_id);
            """
    )
}
