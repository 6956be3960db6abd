import Foundation
import GRDB
public import PealCore
public import PealStore

extension SQLiteStore: SealedStore {
    /// The next devices by identifier, with their sealed tokens.
    public func sealedTokens(app: AppID, after: DeviceID?, limit: Int) async throws -> [SealedToken] {
        try await read { db in
            try db.all(
                "SELECT id, provider, token_hash, sealed_token FROM device WHERE app = ? AND id > ? ORDER BY id LIMIT ?",
                [app.bound, after?.blob ?? .lowest, limit]
            ) { row in
                SealedToken(
                    id: try row.id(0),
                    provider: ProviderID(rawValue: try row.text(1)),
                    hash: try row.bytes(2),
                    sealed: try row.bytes(3)
                )
            }
        }
    }

    /// Replaces sealed tokens and their hashes, where they still are what was read.
    public func replace(_ tokens: [Resealed<SealedToken>], app: AppID) async throws -> Int {
        try await writer.perform(.progress, weight: tokens.count) { db in
            try tokens.count { try Self.replace($0, app: app, db) }
        }
    }

    /// What is sealed in the next rows of a kind.
    public func sealedValues(of kind: SealedKind, app: AppID, after last: SealedPlace?, limit: Int) async throws
        -> SealedPage
    {
        try await read { db in try SealedRows(app: app).page(of: kind, after: last, limit: limit, db) }
    }

    /// Replaces sealed values, where they still are what was read.
    public func replace(_ values: [Resealed<SealedValue>], app: AppID) async throws -> Int {
        try await writer.perform(.progress, weight: values.count) { db in
            try values.count { try SealedRows(app: app).replace($0, db) }
        }
    }

    private static func replace(_ item: Resealed<SealedToken>, app: AppID, _ db: Connection) throws -> Bool {
        let isKnownTwice = try db.exists(
            "SELECT 1 FROM device WHERE app = ? AND provider = ? AND token_hash = ? AND id <> ?",
            [app.bound, item.new.provider.rawValue, item.new.hash, item.old.id.blob]
        )
        if isKnownTwice {
            return try db.run(
                """
                UPDATE device SET \(DeviceRows.revoked) WHERE app = ? AND id = ? AND sealed_token = ?
                """,
                [app.bound, item.old.id.blob, item.old.sealed]
            ) == 1
        }
        return try db.run(
            "UPDATE device SET token_hash = ?, sealed_token = ? WHERE app = ? AND id = ? AND sealed_token = ?",
            [
                item.new.hash, item.new.sealed, app.bound, item.old.id.blob, item.old.sealed,
            ]
        ) == 1
    }
}

extension Collection {
    /// How many elements a closure says yes to.
    fileprivate func count(_ body: (Element) throws -> Bool) rethrows -> Int {
        try reduce(0) { try body($1) ? $0 + 1 : $0 }
    }
}
