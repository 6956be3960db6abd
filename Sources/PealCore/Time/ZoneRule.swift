/// The yearly rule of a zone: a standard offset and, maybe, daylight saving time between two days of each year.
///
/// The meaning of a POSIX `TZ` string with the extension of RFC 9636 §3.3.1.
struct ZoneRule: Hashable, Sendable {
    /// The part of the rule that changes the clocks.
    struct Daylight: Hashable, Sendable {
        let offset: Int
        let start: ZoneRuleDay
        let end: ZoneRuleDay
    }

    let standardOffset: Int
    let daylight: Daylight?

    /// Seconds east of UTC at a second since 1970.
    func offset(at second: Int64) -> Int {
        guard let daylight else { return standardOffset }
        // A change may lie up to a week outside its year, so the last one may belong to any of these.
        var latest = Int64.min
        var offset = standardOffset
        for year in years(around: second) {
            let changes = changes(of: daylight, in: year)
            if changes.end <= second, changes.end > latest { (latest, offset) = (changes.end, standardOffset) }
            // Where the end of one period is the start of the next, daylight saving time goes on all year.
            if changes.start <= second, changes.start >= latest { (latest, offset) = (changes.start, daylight.offset) }
        }
        return offset
    }

    /// The first second after another at which the offset changes; `nil` when it never does.
    func transition(after second: Int64) -> Int64? {
        guard let daylight else { return nil }
        var next: Int64?
        for year in years(around: second) {
            let changes = changes(of: daylight, in: year)
            for change in [changes.start, changes.end] where change > second && change < next ?? .max {
                if offset(at: change) != offset(at: change - 1) { next = change }
            }
        }
        return next
    }

    private func years(around second: Int64) -> ClosedRange<Int64> {
        let year = CivilCalendar.year(ofDay: CivilCalendar.day(ofSecond: second))
        return year - 2...year + 2
    }

    /// When daylight saving time starts and ends, in UTC: each is read on the clock that is in force before it.
    private func changes(of daylight: Daylight, in year: Int64) -> (start: Int64, end: Int64) {
        (
            daylight.start.localSecond(in: year) - Int64(standardOffset),
            daylight.end.localSecond(in: year) - Int64(daylight.offset)
        )
    }
}
