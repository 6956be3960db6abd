import Foundation
import PealCatalog
import Testing

@Suite("Where a rule stands in its file")
struct CatalogLocationsTests {
    private static let lines = SmallCatalog.text.split(separator: "\n", omittingEmptySubsequences: false)

    private func line(of text: String) throws -> Int {
        try #require(Self.lines.firstIndex { $0.contains(text) }) + 1
    }

    @Test(
        "A path is found in its line",
        arguments: [
            ("features.broadcast", "features:"), ("providers", "providers:"), ("categories.news", "  news:"),
            ("types.first", "  first:"), ("types.first.audience.default", "audience:"),
            ("types.first.body.en", "en: \"{{name}}"), ("types.first.data.startsAt.example", "startsAt: {type"),
        ]
    )
    func exact(path: String, text: String) throws {
        let location = CatalogLocations(yaml: SmallCatalog.text).location(of: [path])
        #expect(location == .init(path: path, line: try line(of: text)))
    }

    @Test(
        "What is not there is told by the nearest part of it that is",
        arguments: [
            ("types.first.enabled", "types.first", "  first:"), ("types.gone.enabled", "types", "types:"),
            ("quietHours.action", "", "app: demo"), ("providers[7]", "providers", "providers:"),
        ]
    )
    func nearest(path: String, found: String, text: String) throws {
        let location = CatalogLocations(yaml: SmallCatalog.text).location(of: [path])
        #expect(location == .init(path: found, line: try line(of: text)))
    }

    @Test("Of several paths the first that is there counts before any part of one")
    func several() throws {
        let location = CatalogLocations(yaml: SmallCatalog.text).location(of: ["types.first.bypass", "providers"])
        #expect(location == .init(path: "providers", line: try line(of: "providers:")))
    }

    @Test("What is no YAML has one line", arguments: ["", "{", "a: [", "a: &x 1\nb: *x\n"])
    func broken(yaml: String) {
        #expect(CatalogLocations(yaml: yaml).location(of: ["types.a"]) == .init(path: "", line: 1))
    }
}
