extension SchemaTable {
    /// What users chose.
    static let preference = SchemaTable(
        "preference",
        sql: """
            CREATE TABLE preference (
                app INTEGER NOT NULL, user_id TEXT NOT NULL, choices TEXT NOT NULL CHECK ({json choices}),
                PRIMARY KEY (app, user_id)) {by_key};
            """
    )

    /// What users muted.
    static let mute = SchemaTable(
        "mute",
        sql: """
            CREATE TABLE mute (
                app INTEGER NOT NULL, user_id TEXT NOT NULL, id {id id} NOT NULL,
                scope TEXT NOT NULL CHECK \(isWord("scope", "all", "category", "thread")), target TEXT NOT NULL,
                until INTEGER, created_at INTEGER NOT NULL,
                CHECK ((scope = 'all') = (target = '')),
                UNIQUE (app, user_id, scope, target),
                PRIMARY KEY (app, user_id, id)) {by_key};
            """
    )

    /// How many users switched a category off, counted as it changes.
    static let optOutCount = SchemaTable(
        "opt_out_count",
        sql: """
            CREATE TABLE opt_out_count (
                app INTEGER NOT NULL, category TEXT NOT NULL, users INTEGER NOT NULL,
                PRIMARY KEY (app, category)) {by_key};
            """
    )
}
