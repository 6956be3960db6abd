import Foundation
import Logging
import PealCore
import PealCrypto
import PealPipeline
import PealProviderKit
import PealSQLite
import PealStore

/// What lies on disk, opened: the database, the keys, the published catalogs.
struct EngineFoundation {
    let configuration: ServerConfiguration
    let store: SQLiteStore
    let lock: DirectoryLock
    let clock: any PealClock
    let catalogs: CatalogRegistry
    let keyring: Keyring
    /// What operators and alarms of an earlier process said of lanes.
    let laneRecords: [LaneRecord]
    let zones = ZoneLibrary()

    /// Opens a data directory, publishing catalogs that changed.
    static func open(
        _ configuration: ServerConfiguration,
        mode: ServerMode,
        sources: [CatalogLoader.Source],
        clock: any PealClock,
        logger: Logger
    ) async throws -> EngineFoundation {
        let directory = try DataDirectory.make(configuration.dataDirectory)
        let lock = try DirectoryLock(directory: directory)
        let store = try SQLiteStore.open(path: directory.appending(path: "peal.db").path, mode: mode.storeMode)
        let catalogs = CatalogRegistry()
        try await CatalogLoader(logger: logger).publish(sources, store: store, into: catalogs, now: clock.now)
        let keyring = try await KeyringLoader(rootKey: configuration.rootKey, store: store, now: clock.now)
            .load(apps: sources.map(\.app))
        return EngineFoundation(
            configuration: configuration,
            store: store,
            lock: lock,
            clock: clock,
            catalogs: catalogs,
            keyring: keyring,
            laneRecords: try await store.lanes()
        )
    }

    /// What push services take, as the operator set it or they say themselves.
    func limits(of providers: ProviderRegistry) -> [LaneKey: LaneLimits] { providers.limits }
}
