import PealCore

/// Secret keys and wrapped data keys of one app.
struct KeyRows {
    let app: AppID

    func write(_ change: KeyChange, _ db: SQLConnection) throws {
        switch change {
        case .add(let key): try add(key, db)
        case .revoke(let id, at: let now):
            try db.run(
                "UPDATE secret_key SET revoked_at = ? WHERE app = ? AND id = ? AND revoked_at IS NULL",
                [now.milliseconds, app.bound, id.blob]
            ).orFail()
        case .noteUse(let use):
            try db.run(
                """
                UPDATE secret_key SET last_used_at = ?1
                WHERE app = ?2 AND id = ?3 AND (last_used_at IS NULL OR last_used_at < ?1)
                """,
                [use.at.milliseconds, app.bound, use.id.blob]
            )
        case .expectDataKeys(let keys):
            guard try dataKeys(db) == keys else { throw GuardFailed() }
        case .expectAppsWithDataKeys(let apps):
            let found = try db.all("SELECT DISTINCT app FROM data_key", []) { try $0.key(0) as AppID }
            guard Set(found) == apps else { throw GuardFailed() }
        case .addDataKey(let key):
            try db.run(
                "INSERT INTO data_key (app, version, wrapped, created_at) VALUES (?, ?, ?, ?)",
                [app.bound, key.version, key.wrapped, key.createdAt.milliseconds]
            )
        case .rewrap(let key):
            try db.run(
                "UPDATE data_key SET wrapped = ? WHERE app = ? AND version = ?",
                [key.wrapped, app.bound, key.version]
            ).orFail()
        case .deleteDataKey(let version):
            try db.run(
                """
                DELETE FROM data_key WHERE app = ?1 AND version = ?2
                    AND EXISTS (SELECT 1 FROM data_key n WHERE n.app = ?1 AND n.version > ?2)
                """,
                [app.bound, version]
            ).orFail()
        }
    }

    private func add(_ key: SecretKeyRecord, _ db: SQLConnection) throws {
        try db.run(
            """
            INSERT INTO secret_key (app, id, hash, scopes, name, created_at, expires_at, last_used_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                app.bound, key.id.blob, key.hash, try JSONText.encode(key.scopes), key.name,
                key.createdAt.milliseconds, key.expiresAt?.milliseconds, key.lastUsedAt?.milliseconds,
            ]
        )
    }

    private func dataKeys(_ db: SQLConnection) throws -> [DataKeyRecord] {
        try db.all(
            "SELECT app, version, wrapped, created_at FROM data_key WHERE app = ? ORDER BY version",
            [app.bound],
            DataKeyRecord.init(row:)
        )
    }
}
