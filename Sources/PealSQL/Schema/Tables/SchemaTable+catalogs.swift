extension SchemaTable {
    /// Catalogs, each version whole.
    static let catalog = SchemaTable(
        "catalog",
        sql: """
            CREATE TABLE catalog (
                app INTEGER NOT NULL, version INTEGER NOT NULL CHECK (version > 0),
                file_hash BLOB, yaml TEXT NOT NULL, saved_at INTEGER NOT NULL,
                -- NULL is a draft; the highest published version is in force.
                published_at INTEGER, author TEXT, reviewed_by TEXT, restores INTEGER,
                author_key {id author_key},
                CHECK ((author IS NULL) = (file_hash IS NOT NULL)),
                CHECK (file_hash IS NULL OR published_at IS NOT NULL),
                PRIMARY KEY (app, version)) {by_row};
            """
    )
}
