/// A day of the Gregorian calendar, 0001-01-01 to 9999-12-31.
public struct CalendarDate: Hashable, Sendable, Comparable, Codable, CustomStringConvertible {
    /// The year, 1 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, 1 to 31.
    public let day: Int

    /// Takes a year, a month and a day; `nil` when there is no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= CivilCalendar.days(inMonth: month, of: Int64(year))
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads `"2026-11-20"` and nothing else.
    public init?(iso text: some StringProtocol) {
        var cursor = ASCIICursor(text, limit: 10)
        guard let date = cursor.calendarDate(), cursor.isAtEnd else { return nil }
        self = date
    }

    /// The day that many days after 1970-01-01; beyond the years 1 to 9999 the nearest one.
    public init(daysSince1970 days: Int) {
        let date = CivilCalendar.date(ofDay: Int64(min(max(days, -719_162), 2_932_896)))
        (year, month, day) = (Int(date.year), date.month, date.day)
    }

    /// Reads the ISO form.
    /// - Throws: `DecodingError.dataCorrupted` for anything but `"YYYY-MM-DD"`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let date = CalendarDate(iso: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a date like 2026-11-20")
        }
        self = date
    }

    /// Writes the ISO form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(iso)
    }

    /// The days since 1970-01-01; negative before.
    public var daysSince1970: Int { Int(CivilCalendar.day(year: Int64(year), month: month, day: day)) }

    /// The day of the week as ISO 8601 counts: Monday 1 to Sunday 7.
    public var weekday: Int {
        let fromSunday = CivilCalendar.weekday(ofDay: Int64(daysSince1970))
        return fromSunday == 0 ? 7 : fromSunday
    }

    /// The date as `2026-11-20`.
    public var iso: String {
        [(year, 4), (month, 2), (day, 2)].map { String(zeroPadded: $0, width: $1) }.joined(separator: "-")
    }

    /// The date as `2026-11-20`.
    public var description: String { iso }

    /// Orders by time.
    public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension ASCIICursor {
    /// Takes a date like `2026-11-20`.
    mutating func calendarDate() -> CalendarDate? {
        guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2) else { return nil }
        return CalendarDate(year: year, month: month, day: day)
    }
}
