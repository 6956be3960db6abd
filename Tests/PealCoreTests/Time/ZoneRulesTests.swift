import PealCore
import Testing

@Suite("Zone rules")
struct ZoneRulesTests {
    @Test(
        "the offset changes in the very second of the rule",
        arguments: [
            (ZoneFixtures.berlin, "2026-03-29T01:00:00Z", 3600, 7200),
            (ZoneFixtures.berlin, "2026-10-25T01:00:00Z", 7200, 3600),
            (ZoneFixtures.newYork, "2026-03-08T07:00:00Z", -18_000, -14_400),
            (ZoneFixtures.newYork, "2026-11-01T06:00:00Z", -14_400, -18_000),
            (ZoneFixtures.lordHowe, "2026-04-04T15:00:00Z", 39_600, 37_800),
            (ZoneFixtures.lordHowe, "2026-10-03T15:30:00Z", 37_800, 39_600),
            // Dublin counts its winter as negative daylight saving time.
            ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-03-29T01:00:00Z", 0, 3600),
            ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-10-25T01:00:00Z", 3600, 0),
            // Nuuk changes on the eve, Jerusalem and Gaza count hours past midnight.
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", -7200, -3600),
            ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-27T00:00:00Z", 7200, 10_800),
            ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-28T00:00:00Z", 7200, 10_800),
            // Day 60 is 1 March for J in every year, and 29 February or 1 March for a bare number counted from 0.
            ("AAA0BBB,J60/0,J300/0", "2028-03-01T00:00:00Z", 0, 3600),
            ("AAA0BBB,J60/0,J300/0", "2027-03-01T00:00:00Z", 0, 3600),
            ("AAA0BBB,59/0,J300/0", "2028-02-29T00:00:00Z", 0, 3600),
            ("AAA0BBB,59/0,J300/0", "2027-03-01T00:00:00Z", 0, 3600),
            // The year ends in daylight saving time, and starts in it.
            ("AAA0BBB,J365/48,J100/0", "2027-01-02T00:00:00Z", 0, 3600),
            ("AAA0BBB,0/-24,J100/0", "2026-12-31T00:00:00Z", 0, 3600),
        ]
    )
    func changes(posix: String, at text: String, before: Int, after: Int) throws {
        let zone = try ZoneFixtures.zone(posix)
        let instant = try ZoneFixtures.instant(text)
        #expect(zone.offsetSeconds(at: instant - .milliseconds(1)) == before)
        #expect(zone.offsetSeconds(at: instant) == after)
    }

    @Test("daylight saving time all year has no seam", arguments: ["EST5EDT,0/0,J365/25", "AAA3EDT4,0/0,J365/23"])
    func staysOnDaylight(posix: String) throws {
        let zone = try ZoneFixtures.zone(posix)
        for hours in 0..<72 {
            let instant = try ZoneFixtures.instant("2026-12-31T00:00:00Z") + .seconds(hours * 3600)
            #expect(zone.offsetSeconds(at: instant) == -14_400)
        }
    }

    @Test(
        "a malformed rule is refused",
        arguments: [
            "CE-1", "CET", "CET-25", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,", "CET-1CEST,M13.5.0,M10.5.0",
            "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0/168", "CET-1:60",
            "<+1>-1",
            "CET-1CEST,J0,J365", "CET-1CEST,J366,J1", "CET-1CEST,366,1", "<+03-3", "CET-1CEST,M3.5.0,M10.5.0/3 ",
            "CET-1\n",
            "CET-1CEST,M3.5.0,M10.5.0/3,M1.1.1",
        ]
    )
    func refusesRules(posix: String) {
        let error = #expect(throws: ZoneError.self) { try ZoneFixtures.zone(posix) }
        #expect(error?.code == .badRule)
    }

    @Test(
        "a local time in a gap is the first instant after it, one in an overlap the first of the two",
        arguments: [
            (ZoneFixtures.berlin, "2026-03-29T01:59", "2026-03-29T00:59:00Z"),
            (ZoneFixtures.berlin, "2026-03-29T02:00", "2026-03-29T01:00:00Z"),
            (ZoneFixtures.berlin, "2026-03-29T02:30", "2026-03-29T01:00:00Z"),
            (ZoneFixtures.berlin, "2026-03-29T03:00", "2026-03-29T01:00:00Z"),
            (ZoneFixtures.berlin, "2026-10-25T01:59", "2026-10-24T23:59:00Z"),
            (ZoneFixtures.berlin, "2026-10-25T02:30", "2026-10-25T00:30:00Z"),
            (ZoneFixtures.berlin, "2026-10-25T03:00", "2026-10-25T02:00:00Z"),
            (ZoneFixtures.newYork, "2026-03-08T02:30", "2026-03-08T07:00:00Z"),
            (ZoneFixtures.newYork, "2026-11-01T01:30", "2026-11-01T05:30:00Z"),
            (ZoneFixtures.newYork, "2026-11-01T02:00", "2026-11-01T07:00:00Z"),
            (ZoneFixtures.lordHowe, "2026-10-04T02:15", "2026-10-03T15:30:00Z"),
            (ZoneFixtures.lordHowe, "2026-10-04T02:30", "2026-10-03T15:30:00Z"),
            (ZoneFixtures.lordHowe, "2026-04-05T01:45", "2026-04-04T14:45:00Z"),
            (ZoneFixtures.lordHowe, "2026-04-05T02:00", "2026-04-04T15:30:00Z"),
        ]
    )
    func resolves(posix: String, local: String, expected: String) throws {
        let zone = try ZoneFixtures.zone(posix)
        #expect(zone.instant(of: try ZoneFixtures.local(local)).rfc3339 == expected)
    }

    @Test(
        "Brazil skips midnight and repeats the hour before it",
        arguments: [
            ("2018-11-03T23:59", "2018-11-04T02:59:00Z"), ("2018-11-04T00:00", "2018-11-04T03:00:00Z"),
            ("2018-11-04T00:30", "2018-11-04T03:00:00Z"), ("2018-11-04T01:00", "2018-11-04T03:00:00Z"),
            ("2018-02-17T23:30", "2018-02-18T01:30:00Z"), ("2018-02-18T00:00", "2018-02-18T03:00:00Z"),
        ]
    )
    func skipsMidnight(local: String, expected: String) throws {
        let zone = try ZoneFixtures.saoPaulo()
        #expect(zone.instant(of: try ZoneFixtures.local(local)).rfc3339 == expected)
    }

    @Test(
        "Samoa skips a day",
        arguments: [
            ("2011-12-29T23:59", "2011-12-30T09:59:00Z"), ("2011-12-30T00:00", "2011-12-30T10:00:00Z"),
            ("2011-12-30T12:00", "2011-12-30T10:00:00Z"), ("2011-12-31T00:00", "2011-12-30T10:00:00Z"),
            ("2011-12-31T08:00", "2011-12-30T18:00:00Z"),
        ]
    )
    func skipsADay(local: String, expected: String) throws {
        let zone = try ZoneFixtures.apia()
        #expect(zone.instant(of: try ZoneFixtures.local(local)).rfc3339 == expected)
    }

    @Test("the local time of an instant is what the clocks show")
    func shows() throws {
        let zone = try ZoneFixtures.zone(ZoneFixtures.berlin)
        #expect(
            zone.local(at: try ZoneFixtures.instant("2026-07-01T22:30:05.999Z")).description == "2026-07-02T00:30:05"
        )
        #expect(ZoneRules.utc.local(at: Timestamp(milliseconds: -1)).description == "1969-12-31T23:59:59")
    }

    @Test("the ends of time do not trap", arguments: [Int64.min, .min + 1, -1, 0, .max - 1, .max])
    func survivesTheEnds(number: Int64) throws {
        let window = try ZoneFixtures.window("00:00-23:59")
        for zone in [try ZoneFixtures.zone(ZoneFixtures.berlin), try ZoneFixtures.apia(), .utc] {
            let instant = Timestamp(milliseconds: number)
            #expect(window.release(after: instant, in: zone) >= instant)
            let resolved = zone.instant(of: LocalDateTime(secondsSince1970: number))
            #expect((resolved.seconds < -100_000) == (number < -100_000))
            #expect(abs(zone.local(at: instant).secondsSince1970 - instant.seconds) <= 93_599)
        }
    }

    @Test("a wrong table is refused")
    func refusesTables() {
        let unordered = #expect(throws: ZoneError.self) {
            try ZoneRules(initialOffset: 0, transitions: [.init(second: 5, offset: 0), .init(second: 5, offset: 60)])
        }
        #expect(unordered?.code == .unordered)
        let distant = #expect(throws: ZoneError.self) { try ZoneRules(initialOffset: 93_600) }
        #expect(distant?.code == .outOfRange)
    }

    @Test("zones are equal by name")
    func comparesNames() throws {
        let berlin = try ZoneFixtures.zone(ZoneFixtures.berlin)
        #expect(Zone(name: "Europe/Berlin", rules: berlin) == Zone(name: "Europe/Berlin", rules: .utc))
        #expect(Zone(name: "UTC", rules: .utc) == .utc)
        #expect(Zone(name: "Europe/Berlin", rules: berlin) != Zone(name: "Europe/Paris", rules: berlin))
    }
}
