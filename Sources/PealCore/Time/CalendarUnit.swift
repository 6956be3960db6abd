/// A stretch of a local calendar in which something is counted (R160).
public enum CalendarUnit: String, Sendable, Hashable, CaseIterable, Codable {
    /// From one full hour on the clock to the next.
    case hour
    /// From midnight to midnight.
    case day
    /// From Monday to Monday, as ISO 8601 has it.
    case week
    /// From the first of a month to the first of the next.
    case month
}

extension CalendarUnit {
    /// Longer than any window of the unit, however the clocks change in it.
    public var longest: Duration {
        switch self {
        case .hour: .seconds(26 * 3600)
        case .day: .seconds(3 * 86_400)
        case .week: .seconds(9 * 86_400)
        case .month: .seconds(33 * 86_400)
        }
    }

    /// The local second at which the unit that holds a local second starts.
    func start(of second: Int64) -> Int64 {
        let day = CivilCalendar.day(ofSecond: second)
        switch self {
        case .hour: return second - Int64(CivilCalendar.secondOfDay(second) % 3600)
        case .day: return Self.second(ofDay: day)
        case .week: return Self.second(ofDay: day - Int64((CivilCalendar.weekday(ofDay: day) + 6) % 7))
        case .month:
            let date = CivilCalendar.date(ofDay: day)
            return Self.second(ofDay: CivilCalendar.day(year: date.year, month: date.month, day: 1))
        }
    }

    /// The local second at which the unit after the one that starts at a local second starts.
    func next(after start: Int64) -> Int64 {
        switch self {
        case .hour: return start + 3600
        case .day: return start + Int64(CivilCalendar.secondsPerDay)
        case .week: return start + Int64(7 * CivilCalendar.secondsPerDay)
        case .month:
            let date = CivilCalendar.date(ofDay: CivilCalendar.day(ofSecond: start))
            let length = CivilCalendar.days(inMonth: date.month, of: date.year)
            return start + Int64(length * CivilCalendar.secondsPerDay)
        }
    }

    private static func second(ofDay day: Int64) -> Int64 { day * Int64(CivilCalendar.secondsPerDay) }
}
