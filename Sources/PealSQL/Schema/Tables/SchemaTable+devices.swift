extension SchemaTable {
    /// Devices.
    ///
    /// A revoked device keeps its row for the history of its deliveries, and forgets its token. `invalid_since` is when
    /// a provider said the address is gone; a device in quarantine without it has a mismatch to fix, and stays.
    /// `token_version` is raised with the token's hash: an outcome of an older token says nothing about the new one.
    /// `key_hash` is of the device key, which ends with the device. `confirmed_at` is when the device first reported a
    /// push: from then on its silence says something. `stale_at` is when a sweep found it stale. `pending_hash` is of an
    /// address that a device key named and that waits for a call with a session, since `pending_since`.
    /// `last_confirmed_at` is when it last confirmed a push, `unconfirmed_since` since when pushes that its service
    /// accepted are unconfirmed: only of a device that has confirmed one.
    static let device = SchemaTable(
        "device",
        sql: """
            CREATE TABLE device (
                app INTEGER NOT NULL, id {id id} NOT NULL, user_id TEXT NOT NULL,
                provider TEXT NOT NULL, token_hash BLOB, sealed_token BLOB NOT NULL,
                platform TEXT NOT NULL CHECK \(isWord("platform", "ios", "android", "web")),
                environment TEXT, app_version TEXT,
                permission TEXT NOT NULL
                    CHECK \(isWord("permission", "granted", "provisional", "denied", "not-determined")),
                capabilities TEXT NOT NULL CHECK ({json capabilities}), locale TEXT, time_zone TEXT,
                state TEXT NOT NULL
                    CHECK \(isWord("state", "active", "disabled", "quarantined", "stale", "revoked")),
                created_at INTEGER NOT NULL, last_seen_at INTEGER NOT NULL, invalid_since INTEGER, revoked_at INTEGER,
                token_version INTEGER NOT NULL DEFAULT 1, key_hash BLOB CHECK (length(key_hash) = 32),
                confirmed_at INTEGER, stale_at INTEGER, pending_hash BLOB, pending_since INTEGER,
                last_confirmed_at INTEGER, unconfirmed_since INTEGER,
                CHECK ((state = 'revoked') = (token_hash IS NULL)),
                CHECK (state <> 'revoked' OR key_hash IS NULL),
                CHECK (invalid_since IS NULL OR state = 'quarantined' OR state = 'disabled'),
                CHECK (revoked_at IS NULL OR state = 'revoked'),
                UNIQUE (app, provider, token_hash),
                PRIMARY KEY (app, id)) {by_key};
            CREATE INDEX device_user ON device (app, user_id);
            CREATE INDEX device_invalid ON device (app, provider, invalid_since) WHERE invalid_since IS NOT NULL;
            CREATE INDEX device_active ON device (app, last_seen_at) WHERE state = 'active';
            CREATE INDEX device_stale ON device (app, last_seen_at) WHERE state = 'stale';
            CREATE INDEX device_revoked ON device (app, revoked_at) WHERE state = 'revoked';
            """
    )

    /// How many devices of an app with a push service are in one state.
    static let deviceCount = SchemaTable(
        "device_count",
        sql: """
            CREATE TABLE device_count (
                app INTEGER NOT NULL, provider TEXT NOT NULL, state TEXT NOT NULL,
                devices INTEGER NOT NULL CHECK (devices >= 0),
                PRIMARY KEY (app, provider, state)) {by_key};
            """
    )

    /// How many devices of an app its sweeps found stale, day by day.
    static let deviceSweep = SchemaTable(
        "device_sweep",
        sql: """
            CREATE TABLE device_sweep (
                app INTEGER NOT NULL PRIMARY KEY, day INTEGER NOT NULL, devices INTEGER NOT NULL, ended INTEGER NOT NULL,
                waits INTEGER NOT NULL CHECK (waits IN (0, 1))) {by_row};
            """
    )
}
