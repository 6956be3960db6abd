import Foundation
import PealCore
import Testing

@testable import PealServer

@Suite("Zone library")
struct ZoneRegistryTests {
    @Test("Names that tzdata does not have are not kept, however many are asked for (S10)")
    func refused() throws {
        let zones = ZoneRegistry()
        for number in 0..<5_000 { #expect(zones.zone("Europe/Nowhere\(number)") == nil) }
        #expect(zones.count == 0)
        #expect(zones.zone("Europe/Berlin")?.name == "Europe/Berlin")
        #expect(zones.zone("Europe/Berlin") != nil)
        #expect(zones.count == 1)
    }

    @Test(
        "An offset is a zone whose clocks never change",
        arguments: [("+05:30", 19_800), ("-03:30", -12_600), ("+00:00", 0)]
    )
    func offset(_ name: String, _ seconds: Int) throws {
        let zone = try #require(ZoneRegistry().zone(name))
        #expect(zone.name == name)
        #expect(zone.rules.offsetSeconds(at: Timestamp(seconds: 1_780_000_000)) == seconds)
        #expect(ZoneRegistry().zone("GMT" + name) == nil)
    }

    @Test("A zone that a later tzdata brings is found without a restart (S10)")
    func added() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "zones-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let zones = ZoneRegistry(directory: directory.path)
        #expect(zones.zone("Newland") == nil)
        try FileManager.default.copyItem(
            at: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin").resolvingSymlinksInPath(),
            to: directory.appending(path: "Newland")
        )
        #expect(zones.zone("Newland") != nil)
    }
}
