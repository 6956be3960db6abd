import PealCore

/// Writes the sealed tokens of devices.
struct TokenRows {
    var app: AppID

    func write(_ update: TokenUpdate, _ events: inout EventBatch, _ db: SQLConnection) throws {
        switch update {
        case .reseal(let old, to: let new):
            try db.run(
                """
                UPDATE device SET token_hash = ?6, sealed_token = ?7 WHERE \(Self.asRead) AND NOT EXISTS
                    (SELECT 1 FROM device o WHERE o.app = ?1 AND o.provider = ?5 AND o.token_hash = ?6 AND o.id <> ?2)
                """,
                key(old) + [new.provider.rawValue, new.hash, new.sealed]
            ).orFail()
        case .revoke(let old, duplicateOf: let other, let hash, at: let now):
            try db.run(
                """
                UPDATE device SET \(DeviceRows.revoked), revoked_at = ?8 WHERE \(Self.asRead) AND EXISTS
                    (SELECT 1 FROM device o WHERE o.app = ?1 AND o.provider = ?5 AND o.token_hash = ?6 AND o.id = ?7)
                """,
                key(old) + [old.provider.rawValue, hash, other.blob, now.milliseconds]
            ).orFail()
            events.add(.deviceChanged, app: app, user: old.user, .device(old.id))
        }
    }

    private static let asRead = "app = ?1 AND id = ?2 AND user_id = ?3 AND sealed_token = ?4"

    private func key(_ token: SealedToken) -> [SQLValue] {
        [app.bound, token.id.blob, token.user.rawValue, token.sealed]
    }
}
