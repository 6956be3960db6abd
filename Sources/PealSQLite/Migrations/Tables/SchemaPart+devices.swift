extension SchemaPart {
    static let devices = SchemaPart(
        figures: [
            IndexFigures("device", rows: "200000 40000 1"),
            IndexFigures("device", "sqlite_autoindex_device_1", rows: "200000 40000 20000 1"),
            IndexFigures("device", "device_user", rows: "200000 40000 2"),
            IndexFigures("device", "device_invalid", rows: "2000 400 100 2"),
            IndexFigures("device", "device_active", rows: "150000 30000 2"),
            IndexFigures("device", "device_stale", rows: "20000 4000 2"),
            IndexFigures("device", "device_revoked", rows: "20000 4000 2"),
        ],
        sql: """
            -- A revoked device keeps its row for the history of its deliveries, and forgets its token. `invalid_since` is
            -- when a provider said the address is gone; a device in quarantine without it has a mismatch to fix, and
            -- stays. `token_version` is raised with the token's hash: an outcome of an older token says nothing about the
            -- new one. `key_hash` is of the device key, which ends with the device. `confirmed_at` is when the device first
            -- reported a push: from then on its silence says something.
            CREATE TABLE device (
                app INTEGER NOT NULL, id BLOB NOT NULL CHECK (length(id) = 16), user_id TEXT NOT NULL,
                provider TEXT NOT NULL, token_hash BLOB, sealed_token BLOB NOT NULL,
                platform TEXT NOT NULL CHECK \(isWord("platform", "ios", "android", "web")),
                environment TEXT, app_version TEXT,
                permission TEXT NOT NULL
                    CHECK \(isWord("permission", "granted", "provisional", "denied", "not-determined")),
                capabilities TEXT NOT NULL CHECK (json_valid(capabilities)), locale TEXT, time_zone TEXT,
                state TEXT NOT NULL
                    CHECK \(isWord("state", "active", "disabled", "quarantined", "stale", "revoked")),
                created_at INTEGER NOT NULL, last_seen_at INTEGER NOT NULL, invalid_since INTEGER, revoked_at INTEGER,
                token_version INTEGER NOT NULL DEFAULT 1, key_hash BLOB CHECK (length(key_hash) = 32),
                confirmed_at INTEGER,
                CHECK ((state = 'revoked') = (token_hash IS NULL)),
                CHECK (state <> 'revoked' OR key_hash IS NULL),
                CHECK (invalid_since IS NULL OR state = 'quarantined' OR state = 'disabled'),
                CHECK (revoked_at IS NULL OR state = 'revoked'),
                UNIQUE (app, provider, token_hash),
                PRIMARY KEY (app, id)) STRICT, WITHOUT ROWID;
            CREATE INDEX device_user ON device (app, user_id);
            CREATE INDEX device_invalid ON device (app, provider, invalid_since) WHERE invalid_since IS NOT NULL;
            CREATE INDEX device_active ON device (app, last_seen_at) WHERE state = 'active';
            CREATE INDEX device_stale ON device (app, last_seen_at) WHERE state = 'stale';
            CREATE INDEX device_revoked ON device (app, revoked_at) WHERE state = 'revoked';
            -- A rotated key gives the same token another hash, and raises the version, too: that costs a comparison.
            CREATE TRIGGER device_token AFTER UPDATE OF token_hash ON device
            WHEN OLD.token_hash IS NOT NEW.token_hash BEGIN
                UPDATE device SET token_version = token_version + 1 WHERE app = NEW.app AND id = NEW.id;
            END;
            """,
        factsVersion(
            of: "device",
            changed: [
                "user_id", "provider", "platform", "app_version", "permission", "capabilities", "locale", "time_zone",
                "state", "last_seen_at",
            ],
            removal: "OLD.state <> 'revoked'"
        )
    )

    /// Silent sync pushes that devices wait for.
    static let syncPushes = SchemaPart(
        figures: [
            IndexFigures("sync_push", rows: "1000 200 1"),
            IndexFigures("sync_push", "sync_push_due", rows: "1000 200 100 2"),
            IndexFigures("sync_push", "sync_push_sending", rows: "200 100"),
            IndexFigures("sync_clear", rows: "5000 1000 5 1"),
        ],
        sql: """
            -- One a device: a newer one joins it. `epoch` is being sent, `due_at` waits to be sent; with neither the row only
            -- knows when the device received the last one.
            CREATE TABLE sync_push (
                app INTEGER NOT NULL, device_id BLOB NOT NULL, user_id TEXT NOT NULL, provider TEXT NOT NULL,
                due_at INTEGER, expires_at INTEGER NOT NULL, epoch INTEGER, retries INTEGER NOT NULL DEFAULT 0,
                badge INTEGER NOT NULL CHECK (badge IN (0, 1)), sent_at INTEGER,
                PRIMARY KEY (app, device_id),
                FOREIGN KEY (app, device_id) REFERENCES device (app, id) ON DELETE CASCADE) STRICT, WITHOUT ROWID;
            CREATE INDEX sync_push_due ON sync_push (app, provider, due_at)
                WHERE due_at IS NOT NULL AND epoch IS NULL;
            CREATE INDEX sync_push_sending ON sync_push (epoch) WHERE epoch IS NOT NULL;

            -- The pushes that a device's next sync push removes from its screen.
            CREATE TABLE sync_clear (
                app INTEGER NOT NULL, device_id BLOB NOT NULL, notification_id BLOB NOT NULL,
                PRIMARY KEY (app, device_id, notification_id),
                FOREIGN KEY (app, device_id) REFERENCES device (app, id) ON DELETE CASCADE) STRICT, WITHOUT ROWID;
            """
    )
}
