/// The hour, day, week or month of a zone's calendar that holds an instant: `start` is in it, `end` is not (R160).
///
/// Windows tile time: each ends where the next starts, and both ends are the instants of their local times by the rule
/// of `ZoneRules.instant(of:)`: the first valid instant after a gap, the first of two in an overlap. So a day has 23
/// or 25 hours when the clocks change, an hour that an overlap repeats counts once and lasts twice as long, and what
/// an overlap repeats from before a boundary belongs to the window after it, which had begun already.
public struct CalendarWindow: Sendable, Equatable {
    /// The first instant of the window.
    public let start: Timestamp
    /// The first instant after the window.
    public let end: Timestamp

    /// The years 1 to 9999 in UTC; far enough from the ends of `Int64` for every calculation.
    private static let instants = Timestamp(seconds: -62_135_596_800)...Timestamp(seconds: 253_402_300_799)

    /// Finds the window of an instant; one outside the years 1 to 9999 counts as the nearest within.
    /// - Parameters:
    ///   - instant: the instant to look for.
    ///   - unit: how long the window is on the calendar.
    ///   - rules: the zone whose calendar it is.
    public init(containing instant: Timestamp, unit: CalendarUnit, in rules: ZoneRules) {
        let instant = min(max(instant, Self.instants.lowerBound), Self.instants.upperBound)
        var local = unit.start(of: rules.local(at: instant).secondsSince1970)
        var start = rules.instant(of: LocalDateTime(secondsSince1970: local))
        while true {
            local = unit.next(after: local)
            let end = rules.instant(of: LocalDateTime(secondsSince1970: local))
            // Otherwise an overlap shows a unit again whose successor began before; offsets bound how often.
            if instant < end {
                (self.start, self.end) = (start, end)
                return
            }
            start = end
        }
    }

    /// Whether an instant lies in the window.
    public func contains(_ instant: Timestamp) -> Bool { start <= instant && instant < end }
}
