import Foundation
import PealCatalog
import PealCore
import PealCrypto
import PealHTTP
import PealEngine
import PealSQLite
import PealStore

/// Answers "why?" on a data directory, as the server would, without changing anything in it.
struct WhyDesk {
    private let why: Why
    private let place: DataPlace

    static func open(_ options: DataOptions) async throws -> WhyDesk {
        let place = try await DataPlace.open(options)
        let store = place.store
        let catalogs = try await catalogs(of: place.apps, in: store)
        let vault = DataVault(keyring: await keyring(place.configuration.rootKey, store))
        let zones = ZoneLibrary()
        let places = RulePlaces(store: store)
        let providers = place.providers
        let why = Why(
            WhySources(
                store: store,
                catalogs: { app, version in version.map { catalogs.version($0, of: app) } ?? catalogs.inForce(app) },
                available: { providers[$0] ?? [] },
                zones: { zones.zone($0) },
                data: { try vault.open($0.sealedData, app: $0.trigger.app, trigger: $0.trigger.id) },
                rules: { app, version, paths in try await places.place(of: paths, in: version, of: app) },
                laneHolds: { _ in
                    let paused = try await store.lanes().filter { $0.pausedAt != nil }
                    return Dictionary(
                        paused.map { ($0.lane, LaneHold(until: nil, holdsCritical: true)) },
                        uniquingKeysWith: { first, _ in first }
                    )
                },
                now: { SystemClock().now }
            )
        )
        return WhyDesk(why: why, place: place)
    }

    /// Closes the database.
    func close() { place.close() }

    func answer(app: AppID, filter: DecisionFilter, limit: Int) async throws -> WhyAnswer {
        guard place.apps.contains(app) else {
            throw UnknownApp.error(app.rawValue, among: place.apps, .data)
        }
        return try await why.answer(app: app, filter: filter, page: PageRequest(limit: limit))
    }

    /// The published versions; nothing is published here.
    private static func catalogs(of apps: [AppID], in store: SQLiteStore) async throws -> CatalogRegistry {
        let registry = CatalogRegistry()
        for app in apps {
            let published = try await store.catalogs(app: app).compactMap { published -> Catalog? in
                var catalog = CatalogReader.published(yaml: published.yaml)
                catalog?.version = published.version
                return catalog
            }
            registry.put(published)
        }
        return registry
    }

    /// The data keys that the root key opens; without them conditions on a trigger's data count as not met.
    private static func keyring(_ rootKey: RootKey, _ store: SQLiteStore) async -> Keyring {
        let loader = KeyringLoader(rootKey: rootKey, store: store, now: SystemClock().now)
        return (try? await loader.load(apps: [])) ?? Keyring()
    }
}

extension AppConfiguration {
    /// The push services it is set up for.
    var providers: Set<ProviderID> {
        var found: Set<ProviderID> = []
        if apns != nil { found.insert(.apns) }
        if fcm != nil { found.insert(.fcm) }
        if expo != nil { found.insert(.expo) }
        if webpush != nil { found.insert(.webpush) }
        return found
    }
}
