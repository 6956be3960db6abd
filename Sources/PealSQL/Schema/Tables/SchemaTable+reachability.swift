extension SchemaTable {
    /// What was found of a user last; `look_at` is when time alone may change it.
    static let reachability = SchemaTable(
        "reachability",
        sql: """
            CREATE TABLE reachability (
                app INTEGER NOT NULL, user_id TEXT NOT NULL, is_reachable INTEGER NOT NULL CHECK (is_reachable IN (0, 1)),
                since INTEGER NOT NULL, look_at INTEGER,
                PRIMARY KEY (app, user_id)) {by_key};
            CREATE INDEX reachability_look ON reachability (app, look_at) WHERE look_at IS NOT NULL;
            """
    )
}
