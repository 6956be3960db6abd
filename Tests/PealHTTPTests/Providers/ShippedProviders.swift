import PealCatalog
import PealCore
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
