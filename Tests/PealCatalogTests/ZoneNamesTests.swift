import Foundation
import PealCatalog
import PealCore
import Testing

@Suite("Zones are those of the system")
struct ZoneNamesTests {
    private static func message(_ zone: String, _ zones: ZoneNames = .system) -> String? {
        let yaml = SmallCatalog.text.replacing("Europe/Berlin", with: zone)
        let findings = CatalogReader.read(yaml: yaml, file: "demo.yaml", zones: zones).findings
            .filter { $0.code != "missing-locale" }
        #expect(findings.allSatisfy { $0.code == "unknown-zone" && $0.path == "timeZone" && $0.line == 4 })
        return findings.first?.message
    }

    @Test(
        "zones that the system has are taken",
        arguments: ["Europe/Berlin", "UTC", "Etc/UTC", "America/Argentina/Ushuaia"]
    )
    func known(_ zone: String) { #expect(Self.message(zone) == nil) }

    @Test(
        "a typing error is answered with the zone that was meant",
        arguments: [
            ("Europe/Berlln", "Europe/Berlin"), ("europe/berlin", "Europe/Berlin"),
            ("America/New-York", "America/New_York"), ("Asia/Katmndu", "Asia/Katmandu"),
        ]
    )
    func suggested(_ zone: String, _ meant: String) throws {
        let message = try #require(Self.message(zone))
        #expect(message.hasSuffix("did you mean `\(meant)`?"))
    }

    @Test("a zone like no other is unknown", arguments: ["Mars/X", "Europe", "zone1970", "Bielefeld"])
    func unknown(_ zone: String) throws {
        let message = try #require(Self.message(zone))
        #expect(message.hasPrefix("unknown time zone `\(zone)`; "))
    }

    @Test("a system without a zone database is told to get one")
    func noDatabase() throws {
        let message = try #require(Self.message("Europe/Berlin", ZoneNames(directory: "/nowhere")))
        #expect(message.contains("/nowhere has no zone database; install tzdata"))
        #expect(Self.message("UTC", ZoneNames(directory: "/nowhere")) == nil)
    }

    @Test("a file that holds no rules is no zone")
    func noRules() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "zones-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder.appending(path: "Europe"), withIntermediateDirectories: true)
        try Data("no rules".utf8).write(to: folder.appending(path: "Europe/Berlin"))
        #expect(Self.message("Europe/Berlin", ZoneNames(directory: folder.path)) != nil)
    }

    @Test("a version that was published goes on when a rule or its zone is gone, and not when it cannot be read")
    func published() {
        let lost = SmallCatalog.text.replacing("Europe/Berlin", with: "Mars/X").replacing(
            "parent: group",
            with: "parent: x"
        )
        #expect(CatalogReader.read(yaml: lost, file: "x").catalog == nil)
        #expect(CatalogReader.published(yaml: lost)?.timeZone == "Mars/X")
        #expect(CatalogReader.published(yaml: lost.replacing("category: news", with: "categry: news")) == nil)
        #expect(CatalogReader.published(yaml: "app: [") == nil)
    }
}
