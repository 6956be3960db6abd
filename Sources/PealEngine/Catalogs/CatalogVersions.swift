public import PealCatalog
public import PealCore
import PealStore

/// The versions of an app's catalog, published ones and drafts.
public struct CatalogVersions: Sendable {
    /// A version with its text.
    public typealias Version = (record: CatalogRecord, yaml: String)

    private let store: any CatalogStore & TriggerStore & ScheduleStore
    private let catalogs: CatalogRegistry

    init(store: any CatalogStore & TriggerStore & ScheduleStore, catalogs: CatalogRegistry) {
        self.store = store
        self.catalogs = catalogs
    }

    /// The catalog in force, as decisions use it; `nil` when the app has none.
    public func inForce(_ app: AppID) -> Catalog? { catalogs.inForce(app) }

    /// The version in force with its text; `nil` when the app has none.
    public func published(_ app: AppID) async throws -> Version? {
        guard let version = catalogs.inForce(app)?.version else { return nil }
        return try await find(version, app: app)
    }

    /// A version with its text; `nil` when the app has none of that number.
    public func find(_ version: Int, app: AppID) async throws -> Version? {
        try await store.catalog(version: version, app: app)
    }

    /// The versions of an app, newest first, drafts too.
    public func list(app: AppID, page: PageRequest) async throws -> Page<CatalogRecord> {
        try await store.catalogRecords(app: app, page: page)
    }

    /// What to warn of before a catalog replaces the one in force: types it removes while something of them waits.
    public func warnings(replacingWith catalog: Catalog) async throws -> [Finding] {
        let old = catalogs.inForce(catalog.app)
        return ChangedChannels.warnings(from: old, to: catalog)
            + (try await RemovedTypes(store: store).warnings(from: old, to: catalog))
    }
}
