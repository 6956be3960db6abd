import PealCatalog
import PealCore

/// Most tests are not about push services: they read with those that are shipped.
extension CatalogReader {
    static func read(yaml: String, file: String, zones: ZoneNames = .system) -> CatalogReading {
        read(yaml: yaml, file: file, providers: .shipped, zones: zones)
    }

    static func published(yaml: String) -> Catalog? { published(yaml: yaml, providers: .shipped) }
}
