extension M0001Foundation {
    static let planning = """
        -- Places that sender limits gave away, by window; counted by overlap, so that a zone that moves opens no gap.
        CREATE TABLE limit_count (
            app TEXT NOT NULL, limit_id TEXT NOT NULL, scope_key TEXT NOT NULL, window_start INTEGER NOT NULL,
            window_end INTEGER NOT NULL, used INTEGER NOT NULL CHECK (used >= 0),
            CHECK (window_end > window_start),
            PRIMARY KEY (app, limit_id, scope_key, window_start)) STRICT, WITHOUT ROWID;
        CREATE INDEX limit_count_end ON limit_count (window_end);

        CREATE TABLE limit_place (
            app TEXT NOT NULL, trigger_id BLOB NOT NULL, limit_id TEXT NOT NULL, scope_key TEXT NOT NULL,
            window_start INTEGER NOT NULL,
            PRIMARY KEY (app, trigger_id, limit_id),
            FOREIGN KEY (app, trigger_id) REFERENCES trigger (app, id) ON DELETE CASCADE) STRICT, WITHOUT ROWID;

        -- One row for each entity and time that a type follows; what has ended stays for a while, so that the same time
        -- never fires twice.
        CREATE TABLE schedule (
            app TEXT NOT NULL, entity_type TEXT NOT NULL, entity_id TEXT NOT NULL, type TEXT NOT NULL,
            time INTEGER NOT NULL, due_at INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('waiting', 'fired', 'skipped', 'failed', 'cancelled')),
            reason TEXT, trigger_id BLOB,
            CHECK ((state IN ('waiting', 'fired')) OR reason IS NOT NULL),
            CHECK ((state = 'fired') = (trigger_id IS NOT NULL)),
            PRIMARY KEY (app, entity_type, entity_id, type, time)) STRICT, WITHOUT ROWID;
        CREATE INDEX schedule_due ON schedule (due_at, app) WHERE state = 'waiting';
        CREATE INDEX schedule_ended ON schedule (due_at) WHERE state <> 'waiting';
        CREATE INDEX schedule_type ON schedule (app, type, due_at);

        CREATE TABLE schedule_plan (
            app TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        """
}
