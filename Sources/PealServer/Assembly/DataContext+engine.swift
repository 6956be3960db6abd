import Logging
import PealCatalog
import PealCore
import PealCrypto
package import PealEngine
import PealSQL

extension DataContext {
    /// An engine that knows what the server knows, for commands that ask and change nothing; none of its loops runs.
    package func engine() async throws -> Engine {
        let clock = SystemClock()
        let zones = ZoneRegistry()
        var ports = EnginePorts(
            store: store,
            clock: clock,
            ids: MonotonicIDs(now: { clock.now }).generator,
            providers: ProviderRegistry(named: providers, installed: plugins.traits),
            keyring: await keyring(now: clock.now),
            logger: Logger(label: "peal")
        )
        for app in apps { ports.catalogs.put(try await published(app)) }
        ports.zones = { zones.zone($0) }
        let engine = Engine(ports: ports)
        try await engine.readQueueRecords()
        return engine
    }

    /// Every published version that is still valid.
    private func published(_ app: AppID) async throws -> [Catalog] {
        try await store.catalogs(app: app).compactMap { published in
            var catalog = CatalogReader.published(yaml: published.yaml, providers: plugins.traits)
            catalog?.version = published.version
            return catalog
        }
    }

    /// The data keys that the root key opens; data of triggers that none of them opens is left out.
    private func keyring(now: Timestamp) async -> Keyring {
        let loader = KeyringLoader(rootKey: configuration.rootKey, store: store, now: now)
        return (try? await loader.load(apps: [])) ?? Keyring()
    }
}
