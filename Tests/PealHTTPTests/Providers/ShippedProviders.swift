import Logging
import PealCatalog
import PealCore
import PealCrypto
import PealEngine
import PealTesting
import PealWire

// Most tests are not about push services: they use those that are shipped.

extension CatalogReader {
    static func read(yaml: String, file: String) -> CatalogReading {
        read(yaml: yaml, file: file, providers: .shipped)
    }
}

extension ReadingRules {
    init(refusesUnknownMembers: Bool, zoneExists: @escaping @Sendable (String) -> Bool) {
        self.init(refusesUnknownMembers: refusesUnknownMembers, providers: .shipped, zoneExists: zoneExists)
    }
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
