extension SchemaPart {
    /// Whether pushes reach users, and what says so of a device (ADR 0066).
    static let reachability = SchemaPart(
        figures: [
            IndexFigures("reachability", rows: "100000 20000 1"),
            IndexFigures("reachability", "reachability_look", rows: "5000 1000 2"),
            IndexFigures("device", "device_count", rows: "200000 40000 10000 5000"),
        ],
        sql: """
            -- When the device last confirmed a push, and since when pushes that its service accepted are unconfirmed: only of
            -- a device that has confirmed one.
            ALTER TABLE device ADD COLUMN last_confirmed_at INTEGER;
            ALTER TABLE device ADD COLUMN unconfirmed_since INTEGER;
            UPDATE device SET last_confirmed_at = confirmed_at WHERE confirmed_at IS NOT NULL;
            CREATE INDEX device_count ON device (app, provider, state) WHERE state <> 'revoked';

            -- What was found of a user last; `look_at` is when time alone may change it.
            CREATE TABLE reachability (
                app INTEGER NOT NULL, user_id TEXT NOT NULL, is_reachable INTEGER NOT NULL CHECK (is_reachable IN (0, 1)),
                since INTEGER NOT NULL, look_at INTEGER,
                PRIMARY KEY (app, user_id)) STRICT, WITHOUT ROWID;
            CREATE INDEX reachability_look ON reachability (app, look_at) WHERE look_at IS NOT NULL;
            """
    )
}
