package import PealCore

extension SQLStore {
    /// Every secret key that is not revoked, of all apps.
    package func secretKeys() async throws -> [SecretKeyRecord] {
        try await read { db in try SecretKeyRecord.all(db) }
    }

    /// The wrapped data keys of all apps, by version.
    package func dataKeys() async throws -> [DataKeyRecord] {
        try await read { db in try DataKeyRecord.all(db) }
    }

    /// The fingerprint of the root key that wraps the data keys.
    package func rootKeyFingerprint() async throws -> String? {
        try await read { db in try db.value(String.self, RootKeyNote.sql) }
    }

    /// Notes which root key wraps the data keys.
    package func noteRootKey(_ fingerprint: String) async throws {
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
}

/// Where a database says which root key wraps its data keys.
package enum RootKeyNote {
    package static let sql = "SELECT value FROM meta WHERE key = 'root-key'"
}

extension SecretKeyRecord {
    /// Those of all apps that are not revoked, by app and id.
    package static func all(_ db: SQLConnection) throws -> [SecretKeyRecord] {
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
    package static func all(_ db: SQLConnection) throws -> [DataKeyRecord] {
        try db.all("SELECT app, version, wrapped, created_at FROM data_key", [], DataKeyRecord.init(row:))
            .sorted { ($0.app, $0.version) < ($1.app, $1.version) }
    }

    init(row: SQLRow) throws {
        self.init(app: try row.key(0), version: try row.int(1), wrapped: try row.bytes(2), createdAt: try row.time(3))
    }
}
