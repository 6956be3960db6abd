import Foundation
import PealCore
import Testing

@Suite("Dates and times of day")
struct CalendarDateTests {
    @Test(
        "a date knows its day number and weekday",
        arguments: [
            ("1970-01-01", 0, 4), ("1969-12-31", -1, 3), ("2000-02-29", 11_016, 2), ("2000-03-01", 11_017, 3),
            ("2026-11-20", 20_777, 5), ("0001-01-01", -719_162, 1), ("9999-12-31", 2_932_896, 5),
            ("1900-03-01", -25_508, 4), ("2026-11-22", 20_779, 7),
        ]
    )
    func numbersDays(iso: String, days: Int, weekday: Int) throws {
        let date = try #require(CalendarDate(iso: iso))
        #expect(date.daysSince1970 == days)
        #expect(date.weekday == weekday)
        #expect(CalendarDate(daysSince1970: days) == date)
        #expect(date.iso == iso)
    }

    @Test("every day from 1890 to 2110 follows the one before, as the calendar has it")
    func countsOn() throws {
        var previous = try #require(CalendarDate(iso: "1889-12-31"))
        for days in previous.daysSince1970 + 1...51_135 {
            let date = CalendarDate(daysSince1970: days)
            let followsInMonth = date.month == previous.month && date.day == previous.day + 1
            let startsMonth = date.day == 1 && previous.day >= 28 && date.month == previous.month % 12 + 1
            #expect(date.daysSince1970 == days && date > previous && (followsInMonth || startsMonth))
            previous = date
        }
    }

    @Test(
        "days beyond the calendar give its first and last",
        arguments: [(Int.min, "0001-01-01"), (.max, "9999-12-31")]
    )
    func saturates(days: Int, iso: String) {
        #expect(CalendarDate(daysSince1970: days).iso == iso)
    }

    @Test(
        "a malformed or impossible date is refused",
        arguments: [
            "", "2026-1-01", "2026-11-20 ", "20261120", "2026-02-29", "2026-13-01", "2026-04-31", "0000-01-01",
            "12026-11-20", "-001-01-01", "2026-11-00", "2026/11/20",
        ]
    )
    func refusesDates(text: String) {
        #expect(CalendarDate(iso: text) == nil)
    }

    @Test(
        "a time of day is read and written",
        arguments: [("00:00", 0), ("08:05", 485), ("22:00", 1320), ("23:59", 1439)]
    )
    func readsTimes(text: String, minutes: Int) throws {
        let time = try #require(LocalTime(text))
        #expect(time.minutesSinceMidnight == minutes)
        #expect(time.description == text)
        #expect(LocalTime(hour: minutes / 60, minute: minutes % 60) == time)
    }

    @Test(
        "a malformed or impossible time of day is refused",
        arguments: ["", "8:00", "24:00", "12:60", "12:00:00", "12.00", "-1:00", "1200", " 12:00", "１2:00", "+1:00"]
    )
    func refusesTimes(text: String) {
        #expect(LocalTime(text) == nil)
    }

    @Test("dates, times and windows are JSON strings")
    func codes() throws {
        let window = try ZoneFixtures.window("22:00-08:00")
        let json = try JSONEncoder().encode(window)
        let fields = try JSONDecoder().decode([String: String].self, from: json)
        #expect(fields == ["start": "22:00", "end": "08:00"])
        #expect(try JSONDecoder().decode(QuietWindow.self, from: json) == window)
        let dates = try JSONDecoder().decode([CalendarDate].self, from: Data(#"["2026-11-20"]"#.utf8))
        #expect(String(decoding: try JSONEncoder().encode(dates), as: UTF8.self) == #"["2026-11-20"]"#)
    }

    @Test("a malformed member fails to decode", arguments: [#"{"start":"22:00","end":"8"}"#, #"{"start":"22:00"}"#])
    func refusesJSON(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(QuietWindow.self, from: Data(json.utf8)) }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([CalendarDate].self, from: Data(#"["1"]"#.utf8))
        }
    }

    @Test("a local time takes itself apart")
    func takesApart() throws {
        let local = try ZoneFixtures.local("1969-07-20T20:17")
        #expect(local.description == "1969-07-20T20:17:00")
        #expect(local.date.iso == "1969-07-20" && local.time.description == "20:17" && local.second == 0)
        #expect(LocalDateTime(secondsSince1970: local.secondsSince1970 + 40).second == 40)
        #expect(LocalDateTime(secondsSince1970: .min).date.iso == "0001-01-01")
        #expect(LocalDateTime(secondsSince1970: .max).date.iso == "9999-12-31")
    }
}
