import Logging
import PealCatalog
import PealCore
import PealCrypto
import PealEngine
import PealProviderKit
import PealTesting

// Most tests are not about push services: they use those that are shipped.

extension CatalogReader {
    static func read(yaml: String, file: String) -> CatalogReading {
        read(yaml: yaml, file: file, providers: .shipped)
    }
}

extension ProviderRegistry {
    init(_ clients: [AppID: [any PushProvider]]) { self.init(clients, installed: .shipped) }

    init(named: [AppID: Set<ProviderID>]) { self.init(named: named, installed: .shipped) }
}

extension EnginePorts {
    init(
        store: any EngineStore,
        clock: any PealClock,
        ids: IDGenerator,
        catalogs: CatalogRegistry = CatalogRegistry(),
        keyring: Keyring = Keyring(),
        logger: Logger
    ) {
        self.init(
            store: store,
            clock: clock,
            ids: ids,
            providers: ProviderRegistry(named: [:], installed: .shipped),
            catalogs: catalogs,
            keyring: keyring,
            logger: logger
        )
    }
}
