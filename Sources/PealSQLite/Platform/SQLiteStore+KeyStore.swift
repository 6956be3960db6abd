public import PealCore
public import PealStore

extension SQLiteStore: KeyStore {
    /// Every secret key that is not revoked, of all apps.
    public func secretKeys() async throws -> [SecretKeyRecord] {
        try await read { db in try SecretKeyRecord.all(db) }
    }

    /// Adds a secret key.
    public func add(_ key: SecretKeyRecord, by actor: String?) async throws {
        try await writer.perform(.intake) { db, events in
            try db.run(
                """
                INSERT INTO secret_key (app, id, hash, scopes, name, created_at, expires_at, last_used_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    key.app.bound, key.id.blob, key.hash, try JSONText.encode(key.scopes), key.name,
                    key.createdAt.milliseconds, key.expiresAt?.milliseconds, key.lastUsedAt?.milliseconds,
                ]
            )
            events.add(.adminChanged, app: key.app, .note(.created(key, by: actor)))
        }
    }

    /// Revokes a secret key; whether there was one.
    public func revoke(_ id: SecretKeyID, app: AppID, by actor: String?, now: Timestamp) async throws -> Bool {
        try await writer.perform(.intake) { db, events in
            let isFound =
                try db.run(
                    "UPDATE secret_key SET revoked_at = ? WHERE app = ? AND id = ? AND revoked_at IS NULL",
                    [now.milliseconds, app.bound, id.blob]
                ) == 1
            if isFound { events.add(.adminChanged, app: app, .note(.revoked(id, by: actor, at: now))) }
            return isFound
        }
    }

    /// Keeps when secret keys were used last; an earlier instant than the stored one changes nothing.
    public func noteUses(_ uses: [SecretKeyUse]) async throws {
        try await writer.perform(.progress) { db in
            for use in uses {
                try db.run(
                    """
                    UPDATE secret_key SET last_used_at = ?1
                    WHERE app = ?2 AND id = ?3 AND (last_used_at IS NULL OR last_used_at < ?1)
                    """,
                    [use.at.milliseconds, use.app.bound, use.id.blob]
                )
            }
        }
    }

    /// The wrapped data keys of all apps, by version.
    public func dataKeys() async throws -> [DataKeyRecord] {
        try await read { db in try DataKeyRecord.all(db) }
    }

    /// Adds a wrapped data key unless the version exists; returns the one in force.
    public func addIfAbsent(_ key: DataKeyRecord, by actor: String?) async throws -> DataKeyRecord {
        try await writer.perform(.intake) { db, events in
            let isNew =
                try db.run(
                    """
                    INSERT INTO data_key (app, version, wrapped, created_at) VALUES (?, ?, ?, ?)
                    ON CONFLICT (app, version) DO NOTHING
                    """,
                    [key.app.bound, key.version, key.wrapped, key.createdAt.milliseconds]
                ) == 1
            if isNew { events.add(.adminChanged, app: key.app, .note(.created(key, by: actor))) }
            return try db.first(
                "SELECT app, version, wrapped, created_at FROM data_key WHERE app = ? AND version = ?",
                [key.app.bound, key.version],
                DataKeyRecord.init(row:)
            ) ?? key
        }
    }

    /// Wraps every data key again, of all apps in one transaction, and notes that the root key was rotated.
    public func rewrapDataKeys(
        by actor: String?,
        at now: Timestamp,
        _ wrap: @escaping @Sendable (DataKeyRecord) throws -> [UInt8]
    ) async throws -> Int {
        try await writer.perform(.intake) { db, events in
            let keys = try DataKeyRecord.all(db)
            for key in keys {
                try db.run(
                    "UPDATE data_key SET wrapped = ? WHERE app = ? AND version = ?",
                    [try wrap(key), key.app.bound, key.version]
                )
            }
            for app in Set(keys.map(\.app)).sorted() {
                events.add(.adminChanged, app: app, .note(.rootKeyRotated(by: actor, at: now)))
            }
            return keys.count
        }
    }

    /// The fingerprint of the root key that wraps the data keys.
    public func rootKeyFingerprint() async throws -> String? {
        try await read { db in try db.value(String.self, RootKeyNote.sql) }
    }

    /// Notes which root key wraps the data keys.
    public func noteRootKey(_ fingerprint: String) async throws {
        _ = try await writer.perform(.intake) { db in
            try db.run(
                """
                INSERT INTO meta (key, value) VALUES ('root-key', ?)
                ON CONFLICT (key) DO UPDATE SET value = excluded.value
                """,
                [fingerprint]
            )
        }
    }

    /// Deletes a data key that a newer one has replaced; the newest of an app always stays.
    public func deleteDataKey(app: AppID, version: Int) async throws -> Bool {
        try await writer.perform(.progress) { db in
            try db.run(
                """
                DELETE FROM data_key WHERE app = ?1 AND version = ?2
                    AND EXISTS (SELECT 1 FROM data_key n WHERE n.app = ?1 AND n.version > ?2)
                """,
                [app.bound, version]
            ) == 1
        }
    }
}

/// Where a database says which root key wraps its data keys.
enum RootKeyNote {
    static let sql = "SELECT value FROM meta WHERE key = 'root-key'"
}

extension SecretKeyRecord {
    /// Those of all apps that are not revoked, by app and id.
    static func all(_ db: Connection) throws -> [SecretKeyRecord] {
        let keys = try db.all(
            """
            SELECT id, app, hash, scopes, name, created_at, expires_at, last_used_at FROM secret_key
            WHERE revoked_at IS NULL
            """
        ) { row in
            SecretKeyRecord(
                id: try row.id(0),
                app: try row.key(1),
                hash: try row.bytes(2),
                scopes: try JSONText.list(try row.text(3)),
                name: try row.text(4),
                createdAt: try row.time(5),
                expiresAt: try row.optionalTime(6),
                lastUsedAt: try row.optionalTime(7)
            )
        }
        return keys.sorted { ($0.app, $0.id) < ($1.app, $1.id) }
    }
}

extension DataKeyRecord {
    /// Those of all apps, by app and version.
    static func all(_ db: Connection) throws -> [DataKeyRecord] {
        try db.all("SELECT app, version, wrapped, created_at FROM data_key", [], DataKeyRecord.init(row:))
            .sorted { ($0.app, $0.version) < ($1.app, $1.version) }
    }

    fileprivate init(row: StoredRow) throws {
        self.init(app: try row.key(0), version: try row.int(1), wrapped: try row.bytes(2), createdAt: try row.time(3))
    }
}
