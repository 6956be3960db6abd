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
            reason TEXT, trigger_id BLOB, ended_at INTEGER,
            CHECK ((state = 'waiting') = (ended_at IS NULL)),
            CHECK ((state IN ('waiting', 'fired')) OR reason IS NOT NULL),
            -- One that was revoked keeps the trigger that it had made.
            CHECK (state <> 'fired' OR trigger_id IS NOT NULL),
            PRIMARY KEY (app, entity_type, entity_id, type, time)) STRICT, WITHOUT ROWID;
        CREATE INDEX schedule_due ON schedule (due_at, app) WHERE state = 'waiting';
        CREATE INDEX schedule_ended ON schedule (ended_at) WHERE state <> 'waiting';
        CREATE INDEX schedule_type ON schedule (app, type, due_at);

        CREATE TABLE schedule_plan (
            app TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL,
            -- 0 while the entities are being planned by it.
            is_complete INTEGER NOT NULL DEFAULT 1 CHECK (is_complete IN (0, 1))) STRICT, WITHOUT ROWID;

        -- Whom a local time still waits for, by the instant at which it comes where they are.
        CREATE TABLE local_wait (
            app TEXT NOT NULL, trigger_id BLOB NOT NULL, user_id TEXT NOT NULL, instant INTEGER NOT NULL,
            PRIMARY KEY (app, trigger_id, user_id),
            FOREIGN KEY (app, trigger_id) REFERENCES trigger (app, id) ON DELETE CASCADE) STRICT, WITHOUT ROWID;
        CREATE INDEX local_wait_due ON local_wait (app, trigger_id, instant);

        -- What intake turned away, counted, for those who ask why nothing came; nothing of what it said. `subject` is the
        -- limit, or the trigger that was there first; `scope` is whom the limit counts together. A ring for each kind.
        CREATE TABLE turned_away (
            app TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('refused', 'duplicate')), seq INTEGER NOT NULL,
            type TEXT NOT NULL, subject TEXT NOT NULL, scope TEXT NOT NULL, scope_key TEXT NOT NULL,
            resets_at INTEGER NOT NULL, count INTEGER NOT NULL CHECK (count > 0),
            first_at INTEGER NOT NULL, last_at INTEGER NOT NULL,
            UNIQUE (app, kind, subject, type, scope_key, resets_at),
            PRIMARY KEY (app, kind, seq)) STRICT, WITHOUT ROWID;
        """
}
