public import Logging
public import PealCore
public import PealStore

/// Publishes catalogs while the server runs: on disk first, then in force for everything that is decided from then on.
///
/// Content of triggers accepted before is rendered under the version that accepted them (design §3, Publishing).
public struct CatalogPublisher: Sendable {
    private let store: any CatalogStore & ChangeStore
    private let catalogs: CatalogRegistry
    private let reviewed: Set<AppID>
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    private let onPublish: @Sendable (Catalog) async throws -> Void

    /// Wires the publisher.
    /// - Parameters:
    ///   - store: keeps the versions.
    ///   - catalogs: what the running server decides by.
    ///   - reviewed: the apps whose catalogs are published only by another key than the author's.
    ///   - now: reads the clock.
    ///   - logger: has a line for each version that was put in force.
    ///   - onPublish: told of each catalog that was put in force, also when it is published a second time, so that what
    ///     failed at first is made up for.
    public init(
        store: any CatalogStore & ChangeStore,
        catalogs: CatalogRegistry,
        reviewed: Set<AppID> = [],
        now: @escaping @Sendable () -> Timestamp,
        logger: Logger = Logger(label: "peal") { _ in SwiftLogNoOpLogHandler() },
        onPublish: @escaping @Sendable (Catalog) async throws -> Void = { _ in }
    ) {
        self.store = store
        self.catalogs = catalogs
        self.reviewed = reviewed
        self.now = now
        self.logger = logger
        self.onPublish = onPublish
    }

    /// Keeps a text that was read without errors, and puts it in force unless it is a draft.
    /// - Parameters:
    ///   - text: the text.
    ///   - catalog: what was read from it.
    /// - Returns: what became of it.
    /// - Throws: ``ReviewRequired``, ``StoreError``.
    public func keep(_ text: CatalogText, of catalog: Catalog) async throws -> CatalogKeeping {
        try await checkReview(of: text, app: catalog.app)
        let keeping = try await store.keep(text, app: catalog.app, now: now())
        if !text.isDraft { try await takeUp(catalog, keeping, text.authorKey) }
        return keeping
    }

    /// Puts a reviewed draft in force (R117).
    /// - Parameters:
    ///   - version: its number.
    ///   - catalog: what was read from it.
    ///   - reviewedBy: the reviewer's name.
    ///   - key: the secret key that the reviewer used.
    /// - Returns: what became of it; `nil` when there is none of that number.
    /// - Throws: ``ReviewRequired``, ``StoreError``.
    public func publishDraft(
        _ version: Int,
        of catalog: Catalog,
        reviewedBy: String,
        key: SecretKeyID?
    ) async throws -> CatalogKeeping? {
        try await checkAuthor(of: version, app: catalog.app, isNot: key)
        let keeping = try await store.publishDraft(version, app: catalog.app, reviewedBy: reviewedBy, now: now())
        if let keeping { try await takeUp(catalog, keeping, key) }
        return keeping
    }

    /// A text that was in force before has been reviewed, but an author does not bring back an own one.
    private func checkReview(of text: CatalogText, app: AppID) async throws {
        guard reviewed.contains(app), !text.isDraft else { return }
        guard let restored = text.restores else { throw ReviewRequired.notADraft }
        try await checkAuthor(of: restored, app: app, isNot: text.authorKey)
    }

    private func checkAuthor(of version: Int, app: AppID, isNot key: SecretKeyID?) async throws {
        guard reviewed.contains(app), let author = try await store.catalog(version: version, app: app)?.record.authorKey
        else { return }
        if author == key { throw ReviewRequired.ownAuthor }
    }

    private func takeUp(_ catalog: Catalog, _ keeping: CatalogKeeping, _ key: SecretKeyID?) async throws {
        if case .kept(let record) = keeping {
            var metadata: Logger.Metadata = ["app": "\(catalog.app)", "version": "\(record.version)"]
            if let key { metadata["by"] = "\(key)" }
            logger.notice("a catalog was published", metadata: metadata)
        }
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
