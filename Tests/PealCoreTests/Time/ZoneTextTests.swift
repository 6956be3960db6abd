import PealCore
import Testing

@Suite("Times in texts for people")
struct ZoneTextTests {
    private static func berlin(_ name: String = "Europe/Berlin") throws -> Zone {
        Zone(name: name, rules: try ZoneFixtures.zone(ZoneFixtures.berlin))
    }

    @Test(
        "a time is the reader’s, with UTC next to it",
        arguments: [
            ("2026-11-28T23:00:00Z", "2026-11-29 00:00 Berlin (2026-11-28 23:00 UTC)"),
            ("2026-11-28T12:00:00Z", "2026-11-28 13:00 Berlin (12:00 UTC)"),
            ("2026-07-01T12:00:05Z", "2026-07-01 14:00:05 Berlin (12:00:05 UTC)"),
            ("2026-07-01T12:00:05.25Z", "2026-07-01 14:00:05 Berlin (12:00:05 UTC)"),
        ]
    )
    func text(instant: String, text: String) throws {
        #expect(try Self.berlin().text(of: ZoneFixtures.instant(instant)) == text)
    }

    @Test("a reader in UTC reads it once", arguments: ["UTC", "Etc/UTC", "GMT", "Etc/Zulu"])
    func utc(name: String) throws {
        let instant = try ZoneFixtures.instant("2026-11-28T23:00:00Z")
        #expect(Zone(name: name, rules: .utc).text(of: instant) == "2026-11-28 23:00 UTC")
    }

    @Test("a day has its name")
    func day() throws {
        let instant = try ZoneFixtures.instant("2026-11-28T23:00:00Z")
        #expect(try Self.berlin().dayText(of: instant) == "00:00 (Sunday 29 November, Berlin)")
    }

    @Test(
        "a zone is named by its city",
        arguments: [
            ("America/New_York", "New York"), ("America/Argentina/Buenos_Aires", "Buenos Aires"), ("CET", "CET"),
            ("+05:30", "UTC+05:30"), ("-03:00", "UTC-03:00"), ("Etc/GMT+3", "Etc/GMT+3"), ("UTC", "UTC"),
        ]
    )
    func city(name: String, city: String) { #expect(Zone(name: name, rules: .utc).city == city) }

    @Test(
        "a duration is in words",
        arguments: [
            (.zero, "0 seconds"), (.seconds(1), "1 second"), (.seconds(60), "1 minute"),
            (.seconds(5400), "1 hour 30 minutes"), (.seconds(2 * 86_400), "2 days"), (.milliseconds(1500), "1 second"),
        ] as [(Duration, String)]
    )
    func duration(duration: Duration, text: String) { #expect(duration.text == text) }
}
