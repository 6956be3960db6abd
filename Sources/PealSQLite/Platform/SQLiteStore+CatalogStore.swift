import Foundation
import GRDB
public import PealCore
public import PealStore

extension SQLiteStore: CatalogStore {
    /// Publishes a file unless the last one published from a file has the same hash; returns the version in force.
    public func publish(
        app: AppID,
        fileHash: [UInt8],
        yaml: String,
        now: Timestamp
    ) async throws -> PublishedCatalog {
        try await writer.perform(.intake) { db in
            let lastHash = try db.value(
                Data.self,
                "SELECT file_hash FROM catalog WHERE app = ? AND file_hash IS NOT NULL ORDER BY version DESC LIMIT 1",
                [app.rawValue]
            )
            let inForce = try db.first(
                "SELECT version, yaml, published_at FROM catalog WHERE app = ? ORDER BY version DESC LIMIT 1",
                [app.rawValue],
                PublishedCatalog.init(row:)
            )
            if let inForce, lastHash == Data(fileHash) { return inForce }
            let published = PublishedCatalog(version: (inForce?.version ?? 0) + 1, yaml: yaml, publishedAt: now)
            try db.run(
                "INSERT INTO catalog (app, version, file_hash, yaml, published_at) VALUES (?, ?, ?, ?, ?)",
                [app.rawValue, published.version, Data(fileHash), yaml, now.milliseconds]
            )
            return published
        }
    }

    /// Every published version of an app, oldest first.
    public func catalogs(app: AppID) async throws -> [PublishedCatalog] {
        try await read { db in
            try db.all(
                "SELECT version, yaml, published_at FROM catalog WHERE app = ? ORDER BY version",
                [app.rawValue],
                PublishedCatalog.init(row:)
            )
        }
    }
}

extension PublishedCatalog {
    fileprivate init(row: Row) throws {
        self.init(version: try row.int(0), yaml: try row.text(1), publishedAt: try row.time(2))
    }
}
