package import PealCore
package import PealStore

extension SQLStore {
    /// The next devices by identifier, with their sealed tokens.
    package func sealedTokens(app: AppID, after: DeviceID?, limit: Int) async throws -> [SealedToken] {
        try await read { db in
            try db.all(
                """
                SELECT id, user_id, provider, token_hash, sealed_token FROM device WHERE app = ? AND id > ?
                ORDER BY id LIMIT ?
                """,
                [app.bound, after?.blob ?? .lowest, limit]
            ) { row in
                SealedToken(
                    id: try row.id(0),
                    user: try row.key(1),
                    provider: ProviderID(rawValue: try row.text(2)),
                    hash: try row.bytes(3),
                    sealed: try row.bytes(4)
                )
            }
        }
    }

    /// The devices that are stored under the hashes of some tokens.
    package func holders(of tokens: [SealedToken], app: AppID) async throws -> [DeviceID: DeviceID] {
        try await read { db in
            var holders: [DeviceID: DeviceID] = [:]
            for token in tokens {
                holders[token.id] = try db.all(
                    "SELECT id FROM device WHERE app = ? AND provider = ? AND token_hash = ?",
                    [app.bound, token.provider.rawValue, token.hash]
                ) { try $0.id(0) as DeviceID }.first
            }
            return holders
        }
    }

    /// What is sealed in the next rows of a kind.
    package func sealedValues(of kind: SealedKind, app: AppID, after last: SealedColumn?, limit: Int) async throws
        -> SealedPage
    {
        try await read { db in try SealedRows(app: app).page(of: kind, after: last, limit: limit, db) }
    }

    /// Replaces sealed values, where they still are what was read.
    package func replace(_ values: [Resealed<SealedValue>], app: AppID) async throws -> Int {
        try await writer.perform(.progress, weight: values.count) { db in
            try values.count { try SealedRows(app: app).replace($0, db) }
        }
    }
}

extension Collection {
    /// How many elements a closure says yes to.
    fileprivate func count(_ body: (Element) throws -> Bool) rethrows -> Int {
        try reduce(0) { try body($1) ? $0 + 1 : $0 }
    }
}
