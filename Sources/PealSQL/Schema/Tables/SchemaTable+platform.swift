extension SchemaTable {
    /// What the store knows of itself.
    static let meta = SchemaTable(
        "meta",
        sql: """
            CREATE TABLE meta (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) {by_key};
            """
    )

    /// What the other tables call an app (``AppKeys``); everything outward uses its name.
    ///
    /// A key is never given away twice: one that is free again could name another app in a row that was overlooked.
    static let app = SchemaTable(
        "app",
        sql: """
            CREATE TABLE app (
                key {numbered}, name TEXT NOT NULL UNIQUE CHECK (name <> '')) {by_row};
            """
    )

    /// Keys that seal, wrapped.
    static let dataKey = SchemaTable(
        "data_key",
        sql: """
            CREATE TABLE data_key (
                app INTEGER NOT NULL, version INTEGER NOT NULL CHECK (version > 0),
                wrapped BLOB NOT NULL, created_at INTEGER NOT NULL,
                PRIMARY KEY (app, version)) {by_key};
            """
    )

    /// Keys of backends.
    static let secretKey = SchemaTable(
        "secret_key",
        sql: """
            CREATE TABLE secret_key (
                app INTEGER NOT NULL, id {id id} NOT NULL,
                hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
                scopes TEXT NOT NULL CHECK ({json scopes}), name TEXT NOT NULL,
                created_at INTEGER NOT NULL, expires_at INTEGER, last_used_at INTEGER, revoked_at INTEGER,
                PRIMARY KEY (app, id)) {by_key};
            """
    )

    /// One row: the latest instant that a running server trusted, how often an operator accepted the clock, and what is
    /// in question: what the system's clock shows, what the time that passed says, and what a witness said.
    static let clock = SchemaTable(
        "clock",
        sql: """
            CREATE TABLE clock (
                id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1), latest INTEGER NOT NULL,
                acceptances INTEGER NOT NULL DEFAULT 0, system INTEGER, trusted INTEGER, witness INTEGER,
                CHECK ((system IS NULL) = (trusted IS NULL)), CHECK (witness IS NULL OR system IS NOT NULL)) {by_row};
            """
    )

    /// Answers that are given again.
    ///
    /// `user_id` is who the answer is about: erasing a user deletes it.
    static let idempotency = SchemaTable(
        "idempotency",
        sql: """
            CREATE TABLE idempotency (
                app INTEGER NOT NULL, operation TEXT NOT NULL, key TEXT NOT NULL,
                request_hash BLOB NOT NULL, status INTEGER NOT NULL, body BLOB NOT NULL, expires_at INTEGER NOT NULL,
                user_id TEXT,
                PRIMARY KEY (app, operation, key)) {by_row};
            CREATE INDEX idempotency_expiry ON idempotency (expires_at);
            CREATE INDEX idempotency_user ON idempotency (app, user_id) WHERE user_id IS NOT NULL;
            """
    )
}
