extension SchemaTable {
    /// What users chose.
    static let preference = SchemaTable(
        "preference",
        rows: [
            "preference": "50000 10000 1"
        ],
        sql: """
            CREATE TABLE preference (
                app INTEGER NOT NULL, user_id TEXT NOT NULL, choices TEXT NOT NULL CHECK (json_valid(choices)),
                PRIMARY KEY (app, user_id)) STRICT, WITHOUT ROWID;
            \(factsVersion(of: "preference", changed: ["choices"]))
            """
    )

    /// What users muted.
    static let mute = SchemaTable(
        "mute",
        rows: [
            "mute": "20000 4000 2 1",
            "sqlite_autoindex_mute_1": "20000 4000 2 2 1",
        ],
        sql: """
            CREATE TABLE mute (
                app INTEGER NOT NULL, user_id TEXT NOT NULL, id BLOB NOT NULL CHECK (length(id) = 16),
                scope TEXT NOT NULL CHECK \(isWord("scope", "all", "category", "thread")), target TEXT NOT NULL,
                until INTEGER, created_at INTEGER NOT NULL,
                CHECK ((scope = 'all') = (target = '')),
                UNIQUE (app, user_id, scope, target),
                PRIMARY KEY (app, user_id, id)) STRICT, WITHOUT ROWID;
            \(factsVersion(of: "mute", changed: ["scope", "target", "until"]))
            """
    )

    /// How many users switched a category off, counted as it changes.
    static let optOutCount = SchemaTable(
        "opt_out_count",
        sql: """
            CREATE TABLE opt_out_count (
                app INTEGER NOT NULL, category TEXT NOT NULL, users INTEGER NOT NULL,
                PRIMARY KEY (app, category)) STRICT, WITHOUT ROWID;
            """
    )
}
