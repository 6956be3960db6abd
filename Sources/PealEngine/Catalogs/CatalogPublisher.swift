public import PealCore
public import PealStore

/// Publishes catalogs while the server runs: on disk first, then in force for everything that is decided from then on.
///
/// Content of triggers accepted before is rendered under the version that accepted them (design §3, Publishing).
public struct CatalogPublisher: Sendable {
    private let store: any CatalogStore
    private let catalogs: CatalogRegistry
    private let now: @Sendable () -> Timestamp
    private let onPublish: @Sendable (Catalog) async throws -> Void

    /// Wires the publisher.
    /// - Parameters:
    ///   - store: keeps the versions.
    ///   - catalogs: what the running server decides by.
    ///   - now: reads the clock.
    ///   - onPublish: told of each catalog that was put in force, also when it is published a second time, so that what
    ///     failed at first is made up for.
    public init(
        store: any CatalogStore,
        catalogs: CatalogRegistry,
        now: @escaping @Sendable () -> Timestamp,
        onPublish: @escaping @Sendable (Catalog) async throws -> Void = { _ in }
    ) {
        self.store = store
        self.catalogs = catalogs
        self.now = now
        self.onPublish = onPublish
    }

    /// Keeps a text that was read without errors, and puts it in force unless it is a draft.
    public func keep(_ text: CatalogText, of catalog: Catalog) async throws -> CatalogKeeping {
        let keeping = try await store.keep(text, app: catalog.app, now: now())
        if !text.isDraft { try await takeUp(catalog, keeping) }
        return keeping
    }

    /// Puts a draft in force that somebody has reviewed (R117); `nil` when there is none of that number.
    public func publishDraft(_ version: Int, of catalog: Catalog, reviewedBy: String) async throws -> CatalogKeeping? {
        let keeping = try await store.publishDraft(version, app: catalog.app, reviewedBy: reviewedBy, now: now())
        if let keeping { try await takeUp(catalog, keeping) }
        return keeping
    }

    private func takeUp(_ catalog: Catalog, _ keeping: CatalogKeeping) async throws {
        switch keeping {
        case .kept(let record), .unchanged(let record):
            var catalog = catalog
            catalog.version = record.version
            catalogs.publish(catalog)
            try await onPublish(catalog)
        case .overtaken:
            return
        }
    }
}
