import PealCatalog
import PealCore
import PealStore
import Synchronization

/// Finds rules in published catalogs; keeps at hand where things stand in the versions it was asked about.
final class RuleLocations: Sendable {
    /// How many versions are kept at hand.
    static let limit = 32

    private struct Version: Hashable {
        var app: AppID
        var number: Int
    }

    private let store: any CatalogStore
    private let known = Mutex<[Version: CatalogLocations]>([:])

    /// Reads the texts from a store.
    init(store: any CatalogStore) { self.store = store }

    /// The first of several paths in a version, or the nearest part of the first; `nil` when the version is not kept.
    func location(of paths: [String], in version: Int, of app: AppID) async throws -> RuleLocation? {
        guard let location = try await locations(Version(app: app, number: version))?.location(of: paths) else {
            return nil
        }
        // One file an app, named after it, as the loader takes them.
        return RuleLocation(file: "\(app).yaml", version: version, line: location.line, path: location.path)
    }

    private func locations(_ version: Version) async throws -> CatalogLocations? {
        if let locations = known.withLock({ $0[version] }) { return locations }
        guard let found = try await store.catalog(version: version.number, app: version.app) else { return nil }
        let locations = CatalogLocations(yaml: found.yaml)
        known.withLock { known in
            if known.count >= Self.limit { known.removeAll() }
            known[version] = locations
        }
        return locations
    }
}
