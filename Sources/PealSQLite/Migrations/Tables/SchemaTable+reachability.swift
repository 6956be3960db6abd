extension SchemaTable {
    /// What was found of a user last; `look_at` is when time alone may change it.
    static let reachability = SchemaTable(
        "reachability",
        rows: [
            "reachability": "100000 20000 1",
            "reachability_look": "5000 1000 2",
        ],
        sql: """
            CREATE TABLE reachability (
                app INTEGER NOT NULL, user_id TEXT NOT NULL, is_reachable INTEGER NOT NULL CHECK (is_reachable IN (0, 1)),
                since INTEGER NOT NULL, look_at INTEGER,
                PRIMARY KEY (app, user_id)) STRICT, WITHOUT ROWID;
            CREATE INDEX reachability_look ON reachability (app, look_at) WHERE look_at IS NOT NULL;
            """
    )
}
