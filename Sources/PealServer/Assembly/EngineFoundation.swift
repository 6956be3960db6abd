import Foundation
import Logging
import PealCore
import PealCrypto
import PealPipeline
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
    /// Follows rotations of the root key; `nil` in a sandbox.
    let custody: RootKeyCustody?
    /// What operators and alarms of an earlier process said of lanes.
    let laneRecords: [LaneRecord]
    let zones = ZoneLibrary()

    /// Opens a data directory, publishing catalogs that changed.
    static func open(
        _ plan: ServerPlan,
        clock: any PealClock,
        logger: Logger
    ) async throws -> EngineFoundation {
        let configuration = plan.configuration
        let directory = try DataDirectory.make(configuration.dataDirectory)
        let lock = try DirectoryLock(directory: directory)
        let store = try SQLiteStore.open(path: directory.appending(path: "peal.db").path, mode: plan.mode.storeMode)
        let catalogs = CatalogRegistry()
        try await CatalogLoader(logger: logger).publish(plan.sources, store: store, into: catalogs, now: clock.now)
        let custody = plan.rootKeySource.map { RootKeyCustody(source: $0, directory: directory, logger: logger) }
        let keyring = try await KeyringLoader(
            rootKey: configuration.rootKey,
            store: store,
            now: clock.now,
            custody: custody
        ).load(apps: plan.sources.map(\.app))
        return EngineFoundation(
            configuration: configuration,
            store: store,
            lock: lock,
            clock: clock,
            catalogs: catalogs,
            keyring: keyring,
            custody: custody,
            laneRecords: try await store.lanes()
        )
    }
}
