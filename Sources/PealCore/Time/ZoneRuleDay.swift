/// A day of every year and a time on it, at which a zone changes its clocks.
struct ZoneRuleDay: Hashable, Sendable {
    /// How the day is found.
    enum Day: Hashable, Sendable {
        /// `Jn`: day 1 to 365 of the year, 29 February never counted.
        case julian(Int)
        /// `n`: day 0 to 365 of the year, 29 February counted.
        case ordinal(Int)
        /// `Mm.w.d`: a weekday (Sunday 0) in week 1 to 5 of a month, 5 being the last.
        case weekday(month: Int, week: Int, day: Int)
    }

    let day: Day
    /// Seconds after midnight, -167 to 167 hours.
    let time: Int

    /// The local second, since 1970 on the same clock, in a year.
    func localSecond(in year: Int64) -> Int64 { dayNumber(in: year) * Int64(CivilCalendar.secondsPerDay) + Int64(time) }

    private func dayNumber(in year: Int64) -> Int64 {
        switch day {
        case .julian(let number):
            let leapDay = number >= 60 && CivilCalendar.isLeap(year) ? 1 : 0
            return CivilCalendar.day(year: year, month: 1, day: number + leapDay)
        case .ordinal(let number):
            return CivilCalendar.day(year: year, month: 1, day: number + 1)
        case .weekday(let month, let week, let weekday):
            let first = CivilCalendar.day(year: year, month: month, day: 1)
            let offset = (weekday - CivilCalendar.weekday(ofDay: first) + 7) % 7 + (week - 1) * 7
            return first + Int64(offset < CivilCalendar.days(inMonth: month, of: year) ? offset : offset - 7)
        }
    }
}
