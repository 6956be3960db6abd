import PealCore
import Testing

@Suite("Windows of the calendar")
struct CalendarWindowTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let zone: String
        let unit: CalendarUnit
        let instant: String
        let start: String
        let end: String

        var testDescription: String { "the \(unit) of \(instant) in \(zone)" }

        init(_ zone: String, _ unit: CalendarUnit, _ instant: String, _ start: String, _ end: String) {
            self.zone = zone
            self.unit = unit
            self.instant = instant
            self.start = start
            self.end = end
        }
    }

    static let cases = [
        Case("Berlin", .hour, "2026-11-20T17:59:59Z", "2026-11-20T17:00:00Z", "2026-11-20T18:00:00Z"),
        Case("Berlin", .hour, "2026-11-20T18:00:00Z", "2026-11-20T18:00:00Z", "2026-11-20T19:00:00Z"),
        Case("Berlin", .day, "2026-11-20T23:30:00Z", "2026-11-20T23:00:00Z", "2026-11-21T23:00:00Z"),
        Case("Berlin", .week, "2026-11-22T22:59:59Z", "2026-11-15T23:00:00Z", "2026-11-22T23:00:00Z"),
        Case("Berlin", .week, "2026-11-22T23:00:00Z", "2026-11-22T23:00:00Z", "2026-11-29T23:00:00Z"),
        Case("Berlin", .month, "2026-11-20T12:00:00Z", "2026-10-31T23:00:00Z", "2026-11-30T23:00:00Z"),
        Case("Berlin", .month, "2026-12-31T23:00:00Z", "2026-12-31T23:00:00Z", "2027-01-31T23:00:00Z"),
        Case("UTC", .month, "2028-02-29T23:59:59Z", "2028-02-01T00:00:00Z", "2028-03-01T00:00:00Z"),
        // 23 and 25 hours.
        Case("Berlin", .day, "2026-03-29T12:00:00Z", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"),
        Case("Berlin", .day, "2026-10-25T12:00:00Z", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"),
        // An hour that comes twice is one; the hour before a gap ends at it.
        Case("Berlin", .hour, "2026-10-25T01:30:00Z", "2026-10-25T00:00:00Z", "2026-10-25T02:00:00Z"),
        Case("Berlin", .hour, "2026-03-29T00:59:59Z", "2026-03-29T00:00:00Z", "2026-03-29T01:00:00Z"),
        Case("Lord Howe", .hour, "2026-04-04T15:10:00Z", "2026-04-04T14:00:00Z", "2026-04-04T15:30:00Z"),
        // No midnight in the gap: the day starts after it.
        Case("São Paulo", .day, "2018-11-04T12:00:00Z", "2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z"),
        // Midnight comes twice: the day starts with the first.
        Case("Havana", .day, "2026-11-01T04:30:00Z", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"),
        // 23:00 comes twice before midnight: the day has 25 hours.
        Case("São Paulo", .day, "2018-02-18T02:30:00Z", "2018-02-17T02:00:00Z", "2018-02-18T03:00:00Z"),
        // A whole day is missing.
        Case("Apia", .day, "2011-12-30T09:59:59Z", "2011-12-29T10:00:00Z", "2011-12-30T10:00:00Z"),
        Case("Apia", .day, "2011-12-30T10:00:00Z", "2011-12-30T10:00:00Z", "2011-12-31T10:00:00Z"),
        // An overlap that goes back over midnight belongs to the day that had begun.
        Case("St John's", .day, "2010-11-07T03:15:00Z", "2010-11-07T02:30:00Z", "2010-11-08T03:30:00Z"),
    ]

    @Test("A window starts and ends by the calendar of its zone (R160)", arguments: cases)
    func window(_ test: Case) throws {
        let zone = try #require(TestZone.all.first { $0.name == test.zone })
        let instant = try ZoneFixtures.instant(test.instant)
        let window = CalendarWindow(containing: instant, unit: test.unit, in: zone.rules)
        #expect(window.start.rfc3339 == test.start)
        #expect(window.end.rfc3339 == test.end)
        #expect(window.contains(instant))
        #expect(!window.contains(window.end))
    }

    @Test("The ends of time are no place to hang", arguments: CalendarUnit.allCases, [Int64.min, Int64.max])
    func extremes(_ unit: CalendarUnit, _ milliseconds: Int64) {
        let window = CalendarWindow(containing: Timestamp(milliseconds: milliseconds), unit: unit, in: .utc)
        #expect(window.start < window.end)
    }
}
