import Foundation
import PealCatalog
import PealCore
import PealEngine
import PealSQL
import PealSQLite
import PealServer

/// The published catalogs of a data directory, for commands that run next to a server or while none is running.
struct CatalogCommandContext {
    let dataContext: DataContext

    var store: SQLiteStore { dataContext.store }
    var apps: [AppID] { dataContext.apps }

    static func open(_ options: DataOptions) async throws -> CatalogCommandContext {
        CatalogCommandContext(dataContext: try await DataContext.open(options.paths))
    }

    /// Closes the database.
    func close() { dataContext.close() }

    /// The app by name, or the only one.
    func app(_ name: String?) throws -> AppID {
        guard let name else {
            guard apps.count == 1, let only = apps.first else {
                let names = apps.map(\.rawValue).joined(separator: ", ")
                throw ServerError(.data, "name an app with --app; the apps are \(names)")
            }
            return only
        }
        guard apps.contains(AppID(name)) else { throw UnknownApp.error(name, among: apps, .data) }
        return AppID(name)
    }

    /// A version, or the active one.
    func version(_ version: Int?, of app: AppID) async throws -> (record: CatalogRecord, yaml: String) {
        let wanted: Int?
        if let version { wanted = version } else { wanted = try await store.catalogs(app: app).last?.version }
        guard let wanted else {
            throw ServerError(
                .catalogs,
                "no catalog of \(app) is published yet; the first start of the server does that"
            )
        }
        guard let found = try await store.catalog(version: wanted, app: app) else {
            throw ServerError(.catalogs, "\(app) has no version \(wanted); run `peal catalog versions`")
        }
        return found
    }

    /// Publishes a text while no server is running; a running one would not notice.
    func publish(_ text: CatalogText, file: String, app: AppID) async throws -> CatalogKeeping {
        let lock: DirectoryLock
        do {
            lock = try DirectoryLock(directory: dataContext.directory.url)
        } catch {
            throw ServerError(
                .data,
                "a server is running on \(dataContext.directory.url.path) and would not notice; publish with PUT /api/v1/catalog, "
                    + "roll back with POST /api/v1/catalog/rollback"
            )
        }
        defer { lock.release() }
        if dataContext.configuration.reviewedApps.contains(app), text.reviewedBy.map({ $0 == text.author }) ?? true {
            throw ServerError(
                .catalogs,
                "\(app) requires a review (apps.\(app).review): name the author with --author and another person, who "
                    + "reviewed it, with --reviewed-by"
            )
        }
        let catalog = try Self.catalog(yaml: text.yaml, file: file)
        guard catalog.app == app else {
            throw ServerError(.catalogs, "\(file) is the catalog of \(catalog.app), not of \(app)")
        }
        return try await store.keep(text, app: app, now: SystemClock().now)
    }

    /// Reads a catalog file without errors.
    static func catalog(file: String) throws -> (Catalog, yaml: String) {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: file))
        } catch {
            throw ServerError(.catalogs, "cannot read \(file): \(PlainReason.of(error))")
        }
        guard let yaml = String(validating: data, as: UTF8.self) else {
            throw ServerError(.catalogs, "\(file) is not UTF-8 text; save it as UTF-8")
        }
        return (try catalog(yaml: yaml, file: file), yaml)
    }

    private static func catalog(yaml: String, file: String) throws -> Catalog {
        let reading = CatalogReader.read(yaml: yaml, file: file, providers: ProviderPlugins.shipped.traits)
        guard let catalog = reading.catalog else {
            let errors = reading.findings.filter { $0.severity == .error }.map(\.description)
            throw ServerError(.catalogs, errors.joined(separator: "\n"))
        }
        return catalog
    }
}
