import Foundation
import PealCatalog
import PealCore
import Testing

@Suite("Zones that clients name")
struct ZoneCorpusTests {
    @Test("each is an IANA name with rules, an offset, or left out", arguments: CorpusFile.rows("zones"))
    func zones(_ row: CorpusRow) {
        let zone = row.input.string.flatMap { ZoneHint.read($0) { ZoneNames.system.spelled($0) } }
        #expect(zone == row.value.string, "\(row)")
        if let zone, ZoneOffset(name: zone) == nil { #expect(ZoneDirectory.system.rules(of: zone) != nil) }
    }

    @Test("every name that IANA keeps as a link has the rules of its zone")
    func links() throws {
        #expect(OldZoneNames.zones.count > 240)
        for (name, zone) in OldZoneNames.zones {
            let rules = try #require(ZoneDirectory.system.rules(of: zone), "\(zone)")
            let own = try #require(ZoneDirectory.system.rules(of: name), "\(name)")
            // Zones that were merged differ before 1970.
            for year in 0..<30 {
                let instant = Timestamp(seconds: 1_700_000_000 + Int64(year) * 7_776_000)
                #expect(own.offsetSeconds(at: instant) == rules.offsetSeconds(at: instant), "\(name)")
            }
        }
    }

    @Test(
        "a system without the old names knows them",
        arguments: [
            ("Asia/Calcutta", 19_800), ("US/Pacific", -28_800), ("Europe/Kiev", 7_200), ("Asia/Saigon", 25_200),
            ("America/Godthab", -7_200), ("Africa/Asmera", 10_800), ("Pacific/Truk", 36_000), ("Japan", 32_400),
            ("Etc/UCT", 0), ("America/Buenos_Aires", -10_800),
        ]
    )
    func withoutLinks(_ name: String, _ seconds: Int) throws {
        let zones = try ZonesWithoutLinks()
        defer { zones.remove() }
        #expect(!FileManager.default.fileExists(atPath: zones.folder.appending(path: name).path))
        let winter = Timestamp(seconds: 1_796_000_000)
        #expect(ZoneDirectory(path: zones.folder.path).rules(of: name)?.offsetSeconds(at: winter) == seconds)
        #expect(ZoneNames(directory: zones.folder.path).spelled(name.lowercased()) == name)
    }

    @Test(
        "an old system knows a new name by the old one",
        arguments: ["Europe/Kyiv", "Asia/Ho_Chi_Minh", "America/Nuuk"]
    )
    func withoutNewName(_ name: String) throws {
        let zones = try ZonesWithoutLinks()
        defer { zones.remove() }
        let old = try #require(OldZoneNames.zones.first { $0.value == name }?.key)
        let file = zones.folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: zones.folder.appending(path: old).deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try FileManager.default.moveItem(at: file, to: zones.folder.appending(path: old))
        #expect(ZoneDirectory(path: zones.folder.path).rules(of: name) == ZoneDirectory.system.rules(of: name))
    }

    @Test(
        "what is no name is none there either",
        arguments: ["Asia/Hanoi", "US/Pacfic", "asia/calcutta", "", "../Asia/Calcutta", "Europe", "Etc/Unknown"]
    )
    func unknown(_ name: String) throws {
        let zones = try ZonesWithoutLinks()
        defer { zones.remove() }
        #expect(ZoneDirectory(path: zones.folder.path).rules(of: name) == nil)
    }
}

/// A copy of the system's zone database without the names that IANA keeps as links.
struct ZonesWithoutLinks {
    let folder = FileManager.default.temporaryDirectory.appending(path: "zones-\(UUID().uuidString)")

    /// Copies the zones that the old names mean; others are not asked for.
    init() throws {
        for zone in Set(OldZoneNames.zones.values) {
            let file = folder.appending(path: zone)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            let source = URL(filePath: ZoneDirectory.system.path).appending(path: zone).resolvingSymlinksInPath()
            try FileManager.default.copyItem(at: source, to: file)
        }
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}
