extension SchemaTable {
    /// One row for each entity and time that a type follows; what has ended stays for a while, so that the same time
    /// never fires twice.
    static let schedule = SchemaTable(
        "schedule",
        sql: """
            CREATE TABLE schedule (
                app INTEGER NOT NULL, entity_type TEXT NOT NULL, entity_id TEXT NOT NULL, type TEXT NOT NULL,
                time INTEGER NOT NULL, due_at INTEGER NOT NULL,
                state TEXT NOT NULL CHECK \(isWord("state", "waiting", "fired", "skipped", "failed", "cancelled")),
                reason TEXT, trigger_id {id}, ended_at INTEGER,
                CHECK ((state = 'waiting') = (ended_at IS NULL)),
                CHECK (state = 'waiting' OR state = 'fired' OR reason IS NOT NULL),
                -- One that was withdrawn keeps the trigger that it had made.
                CHECK (state <> 'fired' OR trigger_id IS NOT NULL),
                PRIMARY KEY (app, entity_type, entity_id, type, time)) {by_key};
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
                is_complete INTEGER NOT NULL CHECK (is_complete IN (0, 1))) {by_key};
            """
    )

    /// The recipients that a time has fired for, each once, also those who join while its trigger is open; `trigger_id`
    /// is the trigger that reminded them last.
    static let firing = SchemaTable(
        "firing",
        sql: """
            CREATE TABLE firing (
                app INTEGER NOT NULL, entity_type TEXT NOT NULL, entity_id TEXT NOT NULL, type TEXT NOT NULL,
                time INTEGER NOT NULL, user_id TEXT NOT NULL, trigger_id {id trigger_id} NOT NULL,
                PRIMARY KEY (app, entity_type, entity_id, type, time, user_id),
                FOREIGN KEY (app, entity_type, entity_id, type, time)
                    REFERENCES schedule (app, entity_type, entity_id, type, time) ON DELETE CASCADE
            ) {by_key};
            CREATE INDEX firing_user ON firing (app, user_id);
            """
    )
}
