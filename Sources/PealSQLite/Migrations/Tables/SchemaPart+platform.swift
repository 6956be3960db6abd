extension SchemaPart {
    /// What the store knows of itself.
    static let meta = SchemaPart(
        sql: "CREATE TABLE meta (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    )

    /// What the other tables call an app (``AppKeys``); everything outward uses its name.
    static let apps = SchemaPart(
        sql: """
            -- AUTOINCREMENT: a key that is free again could name another app in a row that was overlooked.
            CREATE TABLE app (
                key INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE CHECK (name <> '')) STRICT;
            """
    )

    /// Keys of backends, and keys that seal.
    static let keys = SchemaPart(
        sql: """
            CREATE TABLE secret_key (
                app INTEGER NOT NULL, id BLOB NOT NULL CHECK (length(id) = 16),
                hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
                scopes TEXT NOT NULL CHECK (json_valid(scopes)), name TEXT NOT NULL,
                created_at INTEGER NOT NULL, expires_at INTEGER, last_used_at INTEGER, revoked_at INTEGER,
                PRIMARY KEY (app, id)) STRICT, WITHOUT ROWID;

            CREATE TABLE data_key (
                app INTEGER NOT NULL, version INTEGER NOT NULL CHECK (version > 0),
                wrapped BLOB NOT NULL, created_at INTEGER NOT NULL,
                PRIMARY KEY (app, version)) STRICT, WITHOUT ROWID;
            """
    )

    static let catalogs = SchemaPart(
        sql: """
            CREATE TABLE catalog (
                app INTEGER NOT NULL, version INTEGER NOT NULL CHECK (version > 0),
                file_hash BLOB, yaml TEXT NOT NULL, saved_at INTEGER NOT NULL,
                -- NULL is a draft; the highest published version is in force.
                published_at INTEGER, author TEXT, reviewed_by TEXT, restores INTEGER,
                author_key BLOB CHECK (length(author_key) = 16),
                CHECK ((author IS NULL) = (file_hash IS NOT NULL)),
                CHECK (file_hash IS NULL OR published_at IS NOT NULL),
                PRIMARY KEY (app, version)) STRICT;
            """
    )

    /// Answers that are given again.
    static let storedAnswers = SchemaPart(
        figures: [
            IndexFigures("idempotency", "sqlite_autoindex_idempotency_1", rows: "100000 20000 5000 1"),
            IndexFigures("idempotency", "idempotency_expiry", rows: "100000 10"),
            IndexFigures("idempotency", "idempotency_user", rows: "20000 4000 5"),
        ],
        sql: """
            -- `user_id` is who the answer is about: erasing a user deletes it.
            CREATE TABLE idempotency (
                app INTEGER NOT NULL, operation TEXT NOT NULL, key TEXT NOT NULL,
                request_hash BLOB NOT NULL, status INTEGER NOT NULL, body BLOB NOT NULL, expires_at INTEGER NOT NULL,
                user_id TEXT,
                PRIMARY KEY (app, operation, key)) STRICT;
            CREATE INDEX idempotency_expiry ON idempotency (expires_at);
            CREATE INDEX idempotency_user ON idempotency (app, user_id) WHERE user_id IS NOT NULL;
            """
    )
}
