import Logging
import PealCatalog
import PealCore
import PealCrypto
import PealEngine
import PealWire

@testable import PealServer

// Most tests are not about push services: they use those that are shipped.

extension CatalogReader {
    static func read(yaml: String, file: String) -> CatalogReading {
        read(yaml: yaml, file: file, providers: ProviderPlugins.shipped.traits)
    }
}

extension ReadingRules {
    init(refusesUnknownMembers: Bool, zoneExists: @escaping @Sendable (String) -> Bool) {
        self.init(
            refusesUnknownMembers: refusesUnknownMembers,
            providers: ProviderPlugins.shipped.traits,
            zoneExists: zoneExists
        )
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
            providers: ProviderRegistry(named: [:], installed: ProviderPlugins.shipped.traits),
            catalogs: catalogs,
            keyring: keyring,
            logger: logger
        )
    }
}
