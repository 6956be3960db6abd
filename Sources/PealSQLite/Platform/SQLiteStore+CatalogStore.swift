import Foundation
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
        try await writer.perform(.intake) { db, events in
            let versions = CatalogVersions(app: app, db: db)
            let inForce = try versions.inForce()
            if let inForce, try versions.lastFileHash() == Data(fileHash) { return inForce }
            let record = CatalogRecord(version: try versions.next(), savedAt: now, publishedAt: now, author: nil)
            try versions.insert(record, yaml: yaml, fileHash: Data(fileHash))
            events.add(.catalogPublished, app: app, .catalog(version: record.version))
            return PublishedCatalog(version: record.version, yaml: yaml, publishedAt: now)
        }
    }

    /// The published versions of an app, oldest first; at most the newest 100.
    public func catalogs(app: AppID) async throws -> [PublishedCatalog] {
        try await read { db in
            try db.all(
                """
                SELECT version, yaml, published_at FROM catalog WHERE app = ? AND published_at IS NOT NULL
                ORDER BY version DESC LIMIT 100
                """,
                [app.bound],
                PublishedCatalog.init(row:)
            ).reversed()
        }
    }

    /// Keeps a text as a new version, in force at once or as a draft.
    public func keep(_ text: CatalogText, app: AppID, now: Timestamp) async throws -> CatalogKeeping {
        try await writer.perform(.intake) { db, events in
            let versions = CatalogVersions(app: app, db: db)
            let inForce = try versions.inForce()
            if let expected = text.expected, expected != inForce?.version {
                return .overtaken(inForce: inForce?.version ?? 0)
            }
            if let inForce, inForce.yaml == text.yaml, let record = try versions.record(inForce.version) {
                return .unchanged(record.record)
            }
            let record = CatalogRecord(
                version: try versions.next(),
                savedAt: now,
                publishedAt: text.isDraft ? nil : now,
                author: text.author,
                authorKey: text.authorKey,
                reviewedBy: text.reviewedBy,
                restores: text.restores
            )
            try versions.insert(record, yaml: text.yaml, fileHash: nil)
            if text.isDraft {
                try versions.dropOldDrafts()
            } else {
                events.add(.catalogPublished, app: app, .catalog(version: record.version))
            }
            return .kept(record)
        }
    }

    /// Puts a draft in force, unless another version was published after it was written.
    public func publishDraft(
        _ version: Int,
        app: AppID,
        reviewedBy: String,
        now: Timestamp
    ) async throws -> CatalogKeeping? {
        try await writer.perform(.intake) { db, events in
            let versions = CatalogVersions(app: app, db: db)
            guard var record = try versions.record(version)?.record else { return nil }
            let inForce = try versions.inForce()?.version ?? 0
            if record.publishedAt != nil, inForce == version { return .unchanged(record) }
            guard inForce < version else { return .overtaken(inForce: inForce) }
            record.publishedAt = now
            record.reviewedBy = reviewedBy
            try versions.publish(record)
            events.add(.catalogPublished, app: app, .catalog(version: version))
            return .kept(record)
        }
    }

    /// What is known of a version, with its text.
    public func catalog(version: Int, app: AppID) async throws -> (record: CatalogRecord, yaml: String)? {
        try await read { db in try CatalogVersions(app: app, db: db).record(version) }
    }

    /// The versions of an app, newest first, drafts too.
    public func catalogRecords(app: AppID, page: PageRequest) async throws -> Page<CatalogRecord> {
        try await read { db in
            let before = page.after.flatMap { Int($0) } ?? .max
            var records = try CatalogVersions(app: app, db: db).records(before: before, limit: page.limit + 1)
            guard records.count > page.limit else { return Page(items: records, next: nil) }
            records.removeLast()
            return Page(items: records, next: records.last.map { "\($0.version)" })
        }
    }
}
