import PealCatalog
import PealCore
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
