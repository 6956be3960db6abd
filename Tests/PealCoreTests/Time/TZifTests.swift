import PealCore
import Testing

@Suite("Compiled zone files")
struct TZifTests {
    /// A file of UTC+1, UTC+2 from 1000 to 2000, and Berlin's rule after that.
    private static func file(version: Character = "2", footer: String = ZoneFixtures.berlin) -> [UInt8] {
        let first = block(version: version, timeBytes: 4, times: [1000, 2000], types: [1, 0])
        guard version != "\0" else { return first }
        return first + block(version: version, timeBytes: 8, times: [1000, 2000], types: [1, 0])
            + Array("\n\(footer)\n".utf8)
    }

    private static func block(
        version: Character,
        timeBytes: Int,
        times: [Int64],
        types: [UInt8],
        leapSeconds: Int = 0
    ) -> [UInt8] {
        let counts = [2, 2, leapSeconds, times.count, 2, 9].flatMap { bigEndian(Int64($0), bytes: 4) }
        let header = Array("TZif".utf8) + Array(String(version).utf8) + Array(repeating: 0, count: 15) + counts
        let offsets = bigEndian(3600, bytes: 4) + [0, 0] + bigEndian(7200, bytes: 4) + [1, 4]
        return header + times.flatMap { bigEndian($0, bytes: timeBytes) } + types + offsets + Array("CET\0CEST\0".utf8)
            + Array(repeating: 0, count: leapSeconds * (timeBytes + 4) + 4)
    }

    private static func bigEndian(_ value: Int64, bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> Int64($0 * 8)) }
    }

    @Test("every version is read", arguments: ["\0", "2", "3", "4"] as [Character])
    func readsVersions(version: Character) throws {
        let zone = try ZoneRules(tzif: Self.file(version: version))
        let offsets = [-1, 999, 1000, 1999].map { zone.offsetSeconds(at: Timestamp(seconds: $0)) }
        #expect(offsets == [3600, 3600, 7200, 7200])
        let summer = zone.offsetSeconds(at: try ZoneFixtures.instant("2026-07-01T00:00:00Z"))
        #expect(summer == (version == "\0" ? 3600 : 7200))
    }

    @Test("without a rule the last offset stays")
    func readsWithoutRule() throws {
        let zone = try ZoneRules(tzif: Self.file(footer: ""))
        #expect(zone.offsetSeconds(at: try ZoneFixtures.instant("2026-07-01T00:00:00Z")) == 3600)
    }

    @Test("a file cut anywhere is refused", arguments: ["\0", "2"] as [Character])
    func refusesCuts(version: Character) {
        let file = Self.file(version: version)
        for length in 0..<file.count {
            #expect(throws: ZoneError.self, "cut at \(length)") { try ZoneRules(tzif: Array(file.prefix(length))) }
        }
        #expect(throws: ZoneError.self) { try ZoneRules(tzif: file + [0]) }
    }

    @Test("a damaged byte never traps", arguments: [0x00, 0x01, 0x7F, 0x80, 0xFF] as [UInt8])
    func survivesDamage(byte: UInt8) throws {
        let window = try ZoneFixtures.window("22:00-08:00")
        let file = Self.file()
        var read = 0
        for position in file.indices {
            var damaged = file
            damaged[position] = byte
            guard let zone = try? ZoneRules(tzif: damaged) else { continue }
            read += 1
            for instant in [Timestamp(seconds: 1500), Timestamp(seconds: 4_000_000_000)] {
                #expect(abs(zone.offsetSeconds(at: instant)) < 100_000)
                #expect(window.isQuiet(at: window.release(after: instant, in: zone), in: zone) == false)
            }
        }
        // Each of the two headers has fifteen bytes that mean nothing.
        #expect(read >= 30)
    }

    @Test(
        "faults have their codes",
        arguments: [
            (.notTZif, []), (.notTZif, Array("TZjf".utf8) + file().dropFirst(4)),
            (.notTZif, file(version: "1")), (.wrongLength, file().dropLast()),
            (.badRule, file(footer: "CET")),
            (.badRule, file(footer: "CET-1" + String(repeating: "0", count: 100))),
            (.tooLarge, Array(repeating: 0, count: 262_145)),
            (.unordered, block(version: "\0", timeBytes: 4, times: [2000, 1000], types: [1, 0])),
            (.outOfRange, block(version: "\0", timeBytes: 4, times: [1000], types: [2])),
            (.leapSeconds, block(version: "\0", timeBytes: 4, times: [], types: [], leapSeconds: 1)),
        ] as [(ZoneError.Code, [UInt8])]
    )
    func namesFaults(_ code: ZoneError.Code, _ bytes: [UInt8]) {
        let error = #expect(throws: ZoneError.self) { try ZoneRules(tzif: bytes) }
        #expect(error?.code == code)
    }

    @Test(
        "system files agree with the rules written in the tests",
        .enabled(if: ZoneFixtures.hasSystemZones),
        arguments: [
            ("Europe/Berlin", ZoneFixtures.berlin), ("America/New_York", ZoneFixtures.newYork),
            ("Australia/Lord_Howe", ZoneFixtures.lordHowe),
        ]
    )
    func readsSystemFiles(name: String, posix: String) throws {
        let (file, rule) = (try ZoneFixtures.systemZone(name), try ZoneFixtures.zone(posix))
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            // These rules hold since 2008.
            let instant = Timestamp(seconds: .random(in: 1_230_000_000...8_000_000_000, using: &generator))
            #expect(file.offsetSeconds(at: instant) == rule.offsetSeconds(at: instant), "\(instant.rfc3339)")
        }
    }
}
