public import PealCore
public import PealStore

extension MemoryStore: CatalogStore {
    /// Publishes a file unless the last one published from a file has the same hash; returns the version in force.
    public func publish(
        app: AppID,
        fileHash: [UInt8],
        yaml: String,
        now: Timestamp
    ) async throws -> PublishedCatalog {
        try await write(app) { rows in
            let last = rows.catalogs.last { $0.fileHash != nil }
            if let inForce = rows.catalogInForce, last?.fileHash == fileHash { return inForce }
            let record = CatalogRecord(
                version: rows.nextCatalogVersion,
                savedAt: now,
                publishedAt: now,
                author: nil
            )
            rows.catalogs.append(CatalogRow(record: record, yaml: yaml, fileHash: fileHash))
            rows.add(.catalogPublished, .catalog(version: record.version))
            return PublishedCatalog(version: record.version, yaml: yaml, publishedAt: now)
        }
    }

    /// The published versions of an app, oldest first; the newest 100.
    public func catalogs(app: AppID) async throws -> [PublishedCatalog] {
        read(app) { $0.catalogs.compactMap(\.published).suffix(100) }
    }

    /// Keeps a text as a new version, in force at once or as a draft.
    public func keep(_ text: CatalogText, app: AppID, now: Timestamp) async throws -> CatalogKeeping {
        try await write(app) { rows in
            let inForce = rows.catalogInForce
            if let expected = text.expected, expected != inForce?.version {
                return .overtaken(inForce: inForce?.version ?? 0)
            }
            if let inForce, TextKey(inForce.yaml) == TextKey(text.yaml), let row = rows.catalog(inForce.version) {
                return .unchanged(row.record)
            }
            let record = CatalogRecord(
                version: rows.nextCatalogVersion,
                savedAt: now,
                publishedAt: text.isDraft ? nil : now,
                author: text.author,
                authorKey: text.authorKey,
                reviewedBy: text.reviewedBy,
                restores: text.restores
            )
            rows.catalogs.append(CatalogRow(record: record, yaml: text.yaml, fileHash: nil))
            if text.isDraft {
                rows.dropOldDrafts()
            } else {
                rows.add(.catalogPublished, .catalog(version: record.version))
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
        try await write(app) { rows in
            guard let index = rows.catalogs.firstIndex(where: { $0.record.version == version }) else { return nil }
            let record = rows.catalogs[index].record
            let inForce = rows.catalogInForce?.version ?? 0
            if record.publishedAt != nil, inForce == version { return .unchanged(record) }
            guard inForce < version else { return .overtaken(inForce: inForce) }
            rows.catalogs[index].record.publishedAt = now
            rows.catalogs[index].record.reviewedBy = reviewedBy
            rows.add(.catalogPublished, .catalog(version: version))
            return .kept(rows.catalogs[index].record)
        }
    }

    /// What is known of a version, with its text.
    public func catalog(version: Int, app: AppID) async throws -> (record: CatalogRecord, yaml: String)? {
        read(app) { rows in rows.catalog(version).map { ($0.record, $0.yaml) } }
    }

    /// The versions of an app, newest first, drafts too.
    public func catalogRecords(app: AppID, page: PageRequest) async throws -> Page<CatalogRecord> {
        read(app) { rows in
            let before = page.after.flatMap { Int($0) } ?? .max
            let found = rows.catalogs.reversed().lazy.map(\.record).filter { $0.version < before }
            return Page(found, limit: page.limit, token: { "\($0.version)" }, { $0 })
        }
    }
}

extension AppRows {
    /// How many drafts an app keeps.
    private static let keptDrafts = 20

    fileprivate var catalogInForce: PublishedCatalog? { catalogs.lazy.compactMap(\.published).last }
    fileprivate var nextCatalogVersion: Int { (catalogs.last?.record.version ?? 0) + 1 }

    fileprivate func catalog(_ version: Int) -> CatalogRow? { catalogs.first { $0.record.version == version } }

    fileprivate mutating func dropOldDrafts() {
        let drafts = catalogs.filter { $0.published == nil }.map(\.record.version)
        let old = drafts.dropLast(Self.keptDrafts)
        catalogs.removeAll { old.contains($0.record.version) }
    }
}
