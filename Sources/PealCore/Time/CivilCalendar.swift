/// The proleptic Gregorian calendar as arithmetic on day numbers; day 0 is 1970-01-01.
///
/// The algorithms are Howard Hinnant's `days_from_civil` and `civil_from_days`: years start in March, so that the
/// leap day is the last of its year, and repeat every 400 years (146 097 days).
enum CivilCalendar {
    static let secondsPerDay = 86_400

    /// The day number of a date, whose day may lie outside its month: it counts on.
    static func day(year: Int64, month: Int, day: Int) -> Int64 {
        let marchYear = month <= 2 ? year - 1 : year
        let era = floored(marchYear, by: 400)
        let yearOfEra = marchYear - era * 400
        let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The date of a day number.
    static func date(ofDay day: Int64) -> (year: Int64, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = floored(shifted, by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = Int(dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100))
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    /// The year of a day number.
    static func year(ofDay day: Int64) -> Int64 { date(ofDay: day).year }

    /// Whether a year has a 29 February.
    static func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    /// The number of days of a month.
    static func days(inMonth month: Int, of year: Int64) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The weekday of a day number, Sunday 0 to Saturday 6.
    static func weekday(ofDay day: Int64) -> Int {
        let shifted = day + 4
        return Int(shifted - floored(shifted, by: 7) * 7)
    }

    /// The day number a second lies in.
    static func day(ofSecond second: Int64) -> Int64 { floored(second, by: Int64(secondsPerDay)) }

    /// The seconds since the midnight before a second.
    static func secondOfDay(_ second: Int64) -> Int {
        let rest = Int(second % Int64(secondsPerDay))
        return rest < 0 ? rest + secondsPerDay : rest
    }

    /// Division that rounds down.
    private static func floored(_ value: Int64, by divisor: Int64) -> Int64 {
        value / divisor - (value % divisor < 0 ? 1 : 0)
    }
}
