import PealCatalog
import PealCore
import PealStore
import Synchronization

/// Finds rules in published catalogs; keeps at hand where things stand in the versions it was asked about.
final class RulePlaces: Sendable {
    /// How many versions are kept at hand.
    static let limit = 32

    private struct Version: Hashable {
        var app: AppID
        var number: Int
    }

    private let store: any CatalogStore
    private let known = Mutex<[Version: CatalogPlaces]>([:])

    /// Reads the texts from a store.
    init(store: any CatalogStore) { self.store = store }

    /// The first of several paths in a version, or the nearest part of the first; `nil` when the version is not kept.
    func place(of paths: [String], in version: Int, of app: AppID) async throws -> RulePlace? {
        guard let place = try await places(Version(app: app, number: version))?.place(of: paths) else { return nil }
        // One file an app, named after it, as the loader takes them.
        return RulePlace(file: "\(app).yaml", version: version, line: place.line, path: place.path)
    }

    private func places(_ version: Version) async throws -> CatalogPlaces? {
        if let places = known.withLock({ $0[version] }) { return places }
        guard let found = try await store.catalog(version: version.number, app: version.app) else { return nil }
        let places = CatalogPlaces(yaml: found.yaml)
        known.withLock { known in
            if known.count >= Self.limit { known.removeAll() }
            known[version] = places
        }
        return places
    }
}
