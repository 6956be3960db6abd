import PealCore

/// The versions of one app's catalog.
struct CatalogRows {
    let app: AppID

    private static let columns = "version, saved_at, published_at, author, reviewed_by, restores, author_key"

    func facts(asking version: Int?, _ db: SQLConnection) throws -> CatalogFacts {
        let inForce = try db.first(
            "SELECT \(Self.columns), yaml FROM catalog WHERE app = ? AND published_at IS NOT NULL ORDER BY version DESC LIMIT 1",
            [app.bound]
        ) { (record: try CatalogRecord(row: $0), yaml: try $0.text(7)) }
        let drafts = "SELECT version FROM catalog WHERE app = ? AND published_at IS NULL ORDER BY version DESC"
        return CatalogFacts(
            inForce: inForce?.record,
            text: inForce?.yaml,
            newest: try newest(db),
            fileHash: try db.first(
                "SELECT file_hash FROM catalog WHERE app = ? AND file_hash IS NOT NULL ORDER BY version DESC LIMIT 1",
                [app.bound]
            ) { try $0.bytes(0) },
            drafts: try db.all(drafts, [app.bound]) { try $0.int(0) },
            asked: try version.flatMap { try record($0, db)?.record }
        )
    }

    func record(_ version: Int, _ db: SQLConnection) throws -> (record: CatalogRecord, yaml: String)? {
        try db.first(
            "SELECT \(Self.columns), yaml FROM catalog WHERE app = ? AND version = ?",
            [app.bound, version]
        ) { (try CatalogRecord(row: $0), try $0.text(7)) }
    }

    func records(before version: Int, limit: Int, _ db: SQLConnection) throws -> [CatalogRecord] {
        try db.all(
            "SELECT \(Self.columns) FROM catalog WHERE app = ? AND version < ? ORDER BY version DESC LIMIT ?",
            [app.bound, version, limit],
            CatalogRecord.init(row:)
        )
    }

    func write(_ change: CatalogChange, _ events: inout EventBatch, _ db: SQLConnection) throws {
        switch change {
        case .expect(let inForce, let newest):
            let found = try db.value(
                Int.self,
                "SELECT MAX(version) FROM catalog WHERE app = ? AND published_at IS NOT NULL",
                [app.bound]
            )
            guard found == inForce, try self.newest(db) == newest else { throw GuardFailed() }
        case .add(let record, let yaml, let fileHash): try add(record, yaml, fileHash, &events, db)
        case .publish(let record):
            try db.run(
                "UPDATE catalog SET published_at = ?, reviewed_by = ? WHERE app = ? AND version = ? AND published_at IS NULL",
                [record.publishedAt?.milliseconds, record.reviewedBy, app.bound, record.version]
            ).orFail()
            events.add(.catalogPublished, app: app, .catalog(version: record.version))
        case .drop(let versions):
            for version in versions {
                try db.run(
                    "DELETE FROM catalog WHERE app = ? AND version = ? AND published_at IS NULL",
                    [app.bound, version]
                ).orFail()
            }
        }
    }

    private func newest(_ db: SQLConnection) throws -> Int {
        try db.value(Int.self, "SELECT MAX(version) FROM catalog WHERE app = ?", [app.bound]) ?? 0
    }

    private func add(
        _ record: CatalogRecord,
        _ yaml: String,
        _ fileHash: [UInt8]?,
        _ events: inout EventBatch,
        _ db: SQLConnection
    ) throws {
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
        if record.publishedAt != nil { events.add(.catalogPublished, app: app, .catalog(version: record.version)) }
    }
}

extension PublishedCatalog {
    /// Reads `version, yaml, published_at`.
    init(row: SQLRow) throws {
        self.init(version: try row.int(0), yaml: try row.text(1), publishedAt: try row.time(2))
    }
}

extension CatalogRecord {
    fileprivate init(row: SQLRow) throws {
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
