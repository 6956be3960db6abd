import PealCatalog
import PealCore
import Testing

@testable import PealEngine

@Suite("What one catalog says otherwise than another")
struct CatalogDifferenceTests {
    private static func difference(_ edits: (String, String)...) throws -> CatalogDifference {
        try difference(edits)
    }

    private static func difference(_ edits: [(String, String)]) throws -> CatalogDifference {
        var yaml = PipelineWorld.catalog
        for (old, new) in edits {
            try #require(yaml.contains(old), "no such part: \(old)")
            yaml = yaml.replacing(old, with: new, maxReplacements: 1)
        }
        let before = try #require(CatalogReader.json(yaml: PipelineWorld.catalog))
        return CatalogDifference(from: before, to: try #require(CatalogReader.json(yaml: yaml)))
    }

    @Test(
        "the same text, in another order, with comments and quotes, is no difference",
        arguments: [
            [], [("ttl: 1h", "ttl: \"1h\"")], [("ttl: 1h", "ttl: 1h # an hour")],
            [("name: Shop\n", ""), ("locales:", "name: Shop\nlocales:")],
            [("ttl: 1h", "ttl: \"1h\" # an hour"), ("name: Shop\n", ""), ("locales:", "name: Shop\nlocales:")],
        ] as [[(String, String)]]
    )
    func same(edits: [(String, String)]) throws { #expect(try Self.difference(edits).isEmpty) }

    @Test("types that are new, gone and changed are named, with what changed in them")
    func types() throws {
        let found = try Self.difference(
            ("  recall:", "  callback:"),
            ("priority: normal", "priority: high"),
            ("ttl: 1h", "ttl: 2h")
        )
        #expect(found.addedTypes == ["callback"])
        #expect(found.removedTypes == ["recall"])
        #expect(found.changedTypes.map(\.type) == ["shipped"])
        #expect(found.changedTypes.map(\.fields) == [["priority", "ttl"]])
        #expect(
            found.changes.map(\.path) == [
                "types.callback", "types.recall", "types.shipped.priority", "types.shipped.ttl",
            ]
        )
        #expect(found.changes.map(\.kind) == [.added, .removed, .changed, .changed])
        #expect(found.copy.isEmpty)
    }

    @Test("copy is compared a locale at a time, and a bare text is the first locale's")
    func copy() throws {
        let found = try Self.difference(
            ("title: Shipped", "title: {en: Shipped, de: Versandt}"),
            ("\"{{item}} is on", "\"Your {{item}} is on")
        )
        #expect(
            found.copy.map { "\($0.field).\($0.locale) \($0.change.kind)" } == ["body.en changed", "title.de added"]
        )
        #expect(found.copy.first?.change.from == .string("{{item}} is on its way"))
    }

    @Test("a catalog that differs everywhere gives a bounded answer")
    func bounded() {
        func catalog(_ word: String) -> JSONValue {
            .object(Dictionary(uniqueKeysWithValues: (0..<3_000).map { ("key\($0)", .string(word)) }))
        }
        let found = CatalogDifference(from: catalog("a"), to: catalog("b"))
        #expect(found.changes.count == CatalogDifference.maximumChanges)
        #expect(found.isTruncated)
    }
}
