import PealCatalog
import PealCore
import Testing

@testable import PealEngine

@Suite("Catalogs in force")
struct CatalogRegistryTests {
    private static func catalog(_ version: Int) throws -> Catalog {
        var catalog = try #require(CatalogReader.read(yaml: PipelineWorld.catalog, file: "shop.yaml").catalog)
        catalog.version = version
        return catalog
    }

    @Test(
        "a published version is in force at once, earlier ones can still be asked for, and a late one changes nothing"
    )
    func publish() throws {
        let registry = CatalogRegistry()
        registry.publish(try Self.catalog(1))
        registry.publish(try Self.catalog(3))
        registry.publish(try Self.catalog(2))
        #expect(registry.inForce("shop")?.version == 3)
        #expect(registry.version(1, of: "shop")?.version == 1)
        #expect(registry.version(2, of: "shop")?.version == 2)
        #expect(registry.version(4, of: "shop") == nil)
        #expect(registry.inForce("match") == nil)
    }

    @Test("however often a catalog is published, a hundred versions are kept at hand")
    func bounded() throws {
        let registry = CatalogRegistry()
        for version in 1...150 { registry.publish(try Self.catalog(version)) }
        #expect(registry.inForce("shop")?.version == 150)
        #expect(registry.version(50, of: "shop") == nil)
        #expect(registry.version(51, of: "shop") != nil)
    }
}
