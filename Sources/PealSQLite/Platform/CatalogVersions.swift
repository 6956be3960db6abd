import Foundation
import PealCore
import PealStore

/// The versions of one app's catalog within a transaction.
struct CatalogVersions {
    let app: AppID
    let db: Connection

    /// How many drafts an app keeps.
    private static let maximumDrafts = 20
    private static let columns = "version, saved_at, published_at, author, reviewed_by, restores, author_key"

    /// The number of a new version; drafts count too.
    func next() throws -> Int {
        (try db.value(Int.self, "SELECT MAX(version) FROM catalog WHERE app = ?", [app.bound]) ?? 0) + 1
    }

    /// The hash of the last version that came from a file.
    func lastFileHash() throws -> Data? {
        try db.value(
            Data.self,
            "SELECT file_hash FROM catalog WHERE app = ? AND file_hash IS NOT NULL ORDER BY version DESC LIMIT 1",
            [app.bound]
        )
    }

    func inForce() throws -> PublishedCatalog? {
        try db.first(
            """
            SELECT version, yaml, published_at FROM catalog WHERE app = ? AND published_at IS NOT NULL
            ORDER BY version DESC LIMIT 1
            """,
            [app.bound],
            PublishedCatalog.init(row:)
        )
    }

    func record(_ version: Int) throws -> (record: CatalogRecord, yaml: String)? {
        try db.first(
            "SELECT \(Self.columns), yaml FROM catalog WHERE app = ? AND version = ?",
            [app.bound, version]
        ) { (try CatalogRecord(row: $0), try $0.text(7)) }
    }

    func records(before version: Int, limit: Int) throws -> [CatalogRecord] {
        try db.all(
            "SELECT \(Self.columns) FROM catalog WHERE app = ? AND version < ? ORDER BY version DESC LIMIT ?",
            [app.bound, version, limit],
            CatalogRecord.init(row:)
        )
    }

    func insert(_ record: CatalogRecord, yaml: String, fileHash: Data?) throws {
        try db.run(
            """
            INSERT INTO catalog (app, version, file_hash, yaml, saved_at, published_at, author, reviewed_by, restores,
                author_key)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                app.bound, record.version, fileHash, yaml, record.savedAt.milliseconds,
                record.publishedAt?.milliseconds, record.author, record.reviewedBy, record.restores,
                record.authorKey?.blob,
            ]
        )
    }

    func publish(_ record: CatalogRecord) throws {
        try db.run(
            "UPDATE catalog SET published_at = ?, reviewed_by = ? WHERE app = ? AND version = ?",
            [record.publishedAt?.milliseconds, record.reviewedBy, app.bound, record.version]
        )
    }

    /// Drafts that nobody published make room for newer ones.
    func dropOldDrafts() throws {
        try db.run(
            """
            DELETE FROM catalog WHERE app = ?1 AND published_at IS NULL AND version NOT IN (
                SELECT version FROM catalog WHERE app = ?1 AND published_at IS NULL ORDER BY version DESC LIMIT ?2)
            """,
            [app.bound, Self.maximumDrafts]
        )
    }
}

extension PublishedCatalog {
    /// Reads `version, yaml, published_at`.
    init(row: StoredRow) throws {
        self.init(version: try row.int(0), yaml: try row.text(1), publishedAt: try row.time(2))
    }
}

extension CatalogRecord {
    fileprivate init(row: StoredRow) throws {
        self.init(
            version: try row.int(0),
            savedAt: try row.time(1),
            publishedAt: try row.optionalTime(2),
            author: try row.optionalText(3),
            authorKey: try row.optionalID(6),
            reviewedBy: try row.optionalText(4),
            restores: row.hasNull(atIndex: 5) ? nil : try row.int(5)
        )
    }
}
