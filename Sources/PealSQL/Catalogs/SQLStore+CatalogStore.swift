package import PealCore

extension SQLStore {
    /// What a text or a version of an app is judged by, in one snapshot.
    package func catalogFacts(of app: AppID, asking version: Int?) async throws -> CatalogFacts {
        try await read { db in try CatalogRows(app: app).facts(asking: version, db) }
    }

    /// The published versions of an app, oldest first; at most the newest 100.
    package func catalogs(app: AppID) async throws -> [PublishedCatalog] {
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

    /// What is known of a version, with its text.
    package func catalog(version: Int, app: AppID) async throws -> (record: CatalogRecord, yaml: String)? {
        try await read { db in try CatalogRows(app: app).record(version, db) }
    }

    /// The versions of an app, newest first, drafts too.
    package func catalogRecords(app: AppID, page: PageRequest) async throws -> Page<CatalogRecord> {
        try await read { db in
            let before = page.after.flatMap { Int($0) } ?? .max
            var records = try CatalogRows(app: app).records(before: before, limit: page.limit + 1, db)
            guard records.count > page.limit else { return Page(items: records, next: nil) }
            records.removeLast()
            return Page(items: records, next: records.last.map { "\($0.version)" })
        }
    }
}
