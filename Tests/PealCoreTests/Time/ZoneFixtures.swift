import Foundation
import PealCore
import Testing

/// Zones written out here, so that their tests need no zone files.
enum ZoneFixtures {
    static let berlin = "CET-1CEST,M3.5.0,M10.5.0/3"
    static let newYork = "EST5EDT,M3.2.0,M11.1.0"
    static let lordHowe = "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0"

    /// The zone a POSIX rule describes.
    static func zone(_ posix: String) throws -> ZoneRules { try ZoneRules(initialOffset: 0, posixRule: posix) }

    /// Brazil in 2018: no midnight on 4 November, two 23:00 hours on 17 February.
    static func saoPaulo() throws -> ZoneRules {
        try table(from: -7200, [("2018-02-18T02:00:00Z", -10_800), ("2018-11-04T03:00:00Z", -7200)], then: "<-03>3")
    }

    /// Samoa in 2011: no 30 December.
    static func apia() throws -> ZoneRules {
        try table(from: -36_000, [("2011-12-30T10:00:00Z", 50_400)], then: "<+14>-14")
    }

    private static func table(from initial: Int, _ changes: [(String, Int)], then rule: String) throws -> ZoneRules {
        // The rule holds from the last transition on, so the table needs one more, long after.
        let transitions = try changes.map { ZoneRules.Transition(second: try instant($0.0).seconds, offset: $0.1) }
        let last = try instant("2030-01-01T00:00:00Z").seconds
        let lastOffset = try #require(transitions.last).offset
        return try ZoneRules(
            initialOffset: initial,
            transitions: transitions + [.init(second: last, offset: lastOffset)],
            posixRule: rule
        )
    }

    /// An instant from its RFC 3339 text.
    static func instant(_ text: String) throws -> Timestamp { try #require(Timestamp(rfc3339: text), "\(text)") }

    /// A local time from `2026-11-20T18:00`.
    static func local(_ text: String) throws -> LocalDateTime {
        let date = try #require(CalendarDate(iso: text.prefix(10)), "\(text)")
        let time = try #require(LocalTime(text.suffix(5)), "\(text)")
        return LocalDateTime(date: date, time: time)
    }

    /// A window from `22:00-08:00`.
    static func window(_ text: String) throws -> QuietWindow {
        let start = try #require(LocalTime(text.prefix(5)), "\(text)")
        let end = try #require(LocalTime(text.suffix(5)), "\(text)")
        return QuietWindow(start: start, end: end)
    }

    /// Where the system keeps its zone files.
    static let systemFolder = "/usr/share/zoneinfo"

    static let hasSystemZones = FileManager.default.fileExists(atPath: systemFolder + "/Europe/Berlin")

    /// The zone of a system file.
    static func systemZone(_ name: String) throws -> ZoneRules {
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(systemFolder)/\(name)"))
        return try ZoneRules(tzif: [UInt8](data))
    }
}

/// A repeatable source of random numbers (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
