/// What a wall clock and a calendar show somewhere, to the second; without a zone it is no instant.
public struct LocalDateTime: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The seconds since 1970-01-01T00:00:00, read as if the clock showed UTC.
    public let secondsSince1970: Int64

    /// Wraps the seconds since 1970-01-01T00:00:00 on the same clock.
    public init(secondsSince1970: Int64) { self.secondsSince1970 = secondsSince1970 }

    /// Puts a date and a time together.
    public init(date: CalendarDate, time: LocalTime, second: Int = 0) {
        let days = Int64(date.daysSince1970) * Int64(CivilCalendar.secondsPerDay)
        secondsSince1970 = days + Int64(time.minutesSinceMidnight * 60 + min(max(second, 0), 59))
    }

    /// The date; beyond the years 1 to 9999 the nearest one.
    public var date: CalendarDate {
        CalendarDate(daysSince1970: Int(CivilCalendar.day(ofSecond: secondsSince1970)))
    }

    /// The time of day, cut to the minute.
    public var time: LocalTime { LocalTime(secondOfDay: CivilCalendar.secondOfDay(secondsSince1970)) }

    /// The second within the minute, 0 to 59.
    public var second: Int { CivilCalendar.secondOfDay(secondsSince1970) % 60 }

    /// The local time as `2026-11-20T18:00:00`.
    public var description: String { "\(date)T\(time):\(String(zeroPadded: second, width: 2))" }

    /// Orders by what the clock shows.
    public static func < (left: LocalDateTime, right: LocalDateTime) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }
}
