import PealCore
import Testing

@Suite("Quiet windows")
struct QuietWindowTests {
    @Test(
        "an instant is quiet iff its local time lies in the window",
        arguments: [
            ("22:00-08:00", "21:59:59.999", false), ("22:00-08:00", "22:00:00", true),
            ("22:00-08:00", "00:00:00", true),
            ("22:00-08:00", "07:59:59.999", true), ("22:00-08:00", "08:00:00", false),
            ("22:00-08:00", "12:00:00", false),
            ("13:00-14:30", "12:59:59", false), ("13:00-14:30", "13:00:00", true), ("13:00-14:30", "14:29:59", true),
            ("13:00-14:30", "14:30:00", false), ("00:00-00:01", "00:00:59", true), ("00:00-00:01", "00:01:00", false),
            ("23:59-00:00", "23:59:59", true), ("23:59-00:00", "00:00:00", false),
            ("09:00-09:00", "09:00:00", false), ("00:00-00:00", "12:00:00", false),
        ]
    )
    func decides(window text: String, time: String, quiet: Bool) throws {
        let window = try ZoneFixtures.window(text)
        let instant = try ZoneFixtures.instant("2026-11-20T\(time)Z")
        #expect(window.isQuiet(at: instant, in: .utc) == quiet)
        // The same local time in a zone five hours behind.
        let behind = try ZoneRules(initialOffset: -18_000)
        #expect(window.isQuiet(at: instant + .seconds(18_000), in: behind) == quiet)
    }

    @Test(
        "the release is the first instant that is not quiet",
        arguments: [
            // An ordinary night, from its first to its last millisecond.
            (ZoneFixtures.berlin, "22:00-08:00", "2026-11-20T21:00:00Z", "2026-11-21T07:00:00Z"),
            (ZoneFixtures.berlin, "22:00-08:00", "2026-11-21T06:59:59.999Z", "2026-11-21T07:00:00Z"),
            // The nights of the changes: an hour shorter, an hour longer.
            (ZoneFixtures.berlin, "22:00-08:00", "2026-03-28T23:00:00Z", "2026-03-29T06:00:00Z"),
            (ZoneFixtures.berlin, "22:00-08:00", "2026-10-24T22:00:00Z", "2026-10-25T07:00:00Z"),
            (ZoneFixtures.newYork, "22:00-08:00", "2026-03-08T04:00:00Z", "2026-03-08T12:00:00Z"),
            (ZoneFixtures.newYork, "22:00-08:00", "2026-11-01T04:00:00Z", "2026-11-01T13:00:00Z"),
            // The end lies in a gap.
            (ZoneFixtures.berlin, "01:00-02:30", "2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z"),
            (ZoneFixtures.lordHowe, "01:00-02:15", "2026-10-03T15:00:00Z", "2026-10-03T15:30:00Z"),
            // The end comes twice: both times it ends the window.
            (ZoneFixtures.berlin, "01:00-02:30", "2026-10-24T23:30:00Z", "2026-10-25T00:30:00Z"),
            (ZoneFixtures.berlin, "01:00-02:30", "2026-10-25T01:10:00Z", "2026-10-25T01:30:00Z"),
            // The clock goes back into the window just before its end.
            (ZoneFixtures.berlin, "02:00-03:00", "2026-10-25T00:30:00Z", "2026-10-25T02:00:00Z"),
            (ZoneFixtures.lordHowe, "01:00-02:00", "2026-04-04T14:59:00Z", "2026-04-04T15:30:00Z"),
            // The one free hour of the day is skipped: the next day's counts.
            (ZoneFixtures.berlin, "03:00-02:00", "2026-03-28T12:00:00Z", "2026-03-30T00:00:00Z"),
        ]
    )
    func releases(posix: String, window text: String, after: String, expected: String) throws {
        let window = try ZoneFixtures.window(text)
        let zone = try ZoneFixtures.zone(posix)
        let instant = try ZoneFixtures.instant(after)
        #expect(window.isQuiet(at: instant, in: zone))
        #expect(window.release(after: instant, in: zone).rfc3339 == expected)
    }

    /// How a zone is made, a window, an instant in it, and its release.
    private static let skipped: [(@Sendable () throws -> ZoneRules, String, String, String)] = [
        // It ends at a midnight that does not exist: at one o'clock.
        ({ try ZoneFixtures.saoPaulo() }, "23:00-00:00", "2018-11-04T02:30:00Z", "2018-11-04T03:00:00Z"),
        // The night goes on over a day that does not exist.
        ({ try ZoneFixtures.apia() }, "22:00-08:00", "2011-12-30T09:00:00Z", "2011-12-30T18:00:00Z"),
    ]

    @Test("a window goes on over a midnight or a day that does not exist", arguments: skipped)
    func releasesOverASkippedTime(
        _ zone: @Sendable () throws -> ZoneRules,
        window: String,
        after: String,
        expected: String
    ) throws {
        let instant = try ZoneFixtures.instant(after)
        let release = try ZoneFixtures.window(window).release(after: instant, in: try zone())
        #expect(release.rfc3339 == expected)
    }

    @Test("an instant that is not quiet is its own release", arguments: ["22:00-08:00", "12:00-12:00"])
    func keepsFreeInstants(text: String) throws {
        let noon = try ZoneFixtures.instant("2026-11-20T12:00:00.007Z")
        #expect(try ZoneFixtures.window(text).release(after: noon, in: .utc) == noon)
    }

    @Test("only a window that starts where it ends is off", arguments: [("08:00-08:00", true), ("08:00-08:01", false)])
    func knowsOff(text: String, off: Bool) throws {
        #expect(try ZoneFixtures.window(text).isOff == off)
    }
}
