/// The hours of a day in which a user is left in peace (R087).
///
/// An instant is quiet iff its local time lies in [`start`, `end`). The window may cross midnight;
/// `start` equal to `end` means it is off.
public struct QuietWindow: Hashable, Sendable, Codable {
    /// The first quiet minute.
    public let start: LocalTime
    /// The first minute after the window.
    public let end: LocalTime

    /// Sets both ends.
    public init(start: LocalTime, end: LocalTime) {
        self.start = start
        self.end = end
    }

    /// Whether the window never makes an instant quiet.
    public var isOff: Bool { start == end }

    /// Whether an instant lies in the window of a zone.
    public func isQuiet(at instant: Timestamp, in zone: ZoneRules) -> Bool {
        let second = instant.seconds
        return contains(second + Int64(zone.offset(at: second)))
    }

    /// The first later instant that is not quiet; the instant itself when it is not quiet already.
    ///
    /// Walks the stretches of constant offset: within one, the window ends when the clock shows `end`; where the
    /// offset changes first, the new local time decides. So an `end` that a gap skips, or an overlap repeats, is exact.
    public func release(after instant: Timestamp, in zone: ZoneRules) -> Timestamp {
        var second = instant.seconds
        var local = second + Int64(zone.offset(at: second))
        guard contains(local) else { return instant }
        while true {
            let ends = second + seconds(from: local, until: end)
            guard let change = zone.transition(after: second), change <= ends else {
                return Timestamp(saturatingSeconds: ends)
            }
            second = change
            local = second + Int64(zone.offset(at: second))
            guard contains(local) else { return Timestamp(saturatingSeconds: second) }
        }
    }

    /// The first instant from another on that is quiet; `nil` when the window is off.
    ///
    /// Walks the stretches of constant offset as ``release(after:in:)`` does.
    public func start(after instant: Timestamp, in zone: ZoneRules) -> Timestamp? {
        guard !isOff else { return nil }
        var second = instant.seconds
        var local = second + Int64(zone.offset(at: second))
        guard !contains(local) else { return instant }
        while true {
            let starts = second + seconds(from: local, until: start)
            guard let change = zone.transition(after: second), change <= starts else {
                return Timestamp(saturatingSeconds: starts)
            }
            second = change
            local = second + Int64(zone.offset(at: second))
            guard !contains(local) else { return Timestamp(saturatingSeconds: second) }
        }
    }

    /// Whether a local second lies in the window.
    private func contains(_ local: Int64) -> Bool {
        let second = CivilCalendar.secondOfDay(local)
        let (first, last) = (start.minutesSinceMidnight * 60, end.minutesSinceMidnight * 60)
        return first <= last ? (first..<last).contains(second) : second >= first || second < last
    }

    /// The seconds from a local second until the clock next shows a time: 1 to 86 400.
    private func seconds(from local: Int64, until time: LocalTime) -> Int64 {
        let wait = time.minutesSinceMidnight * 60 - CivilCalendar.secondOfDay(local)
        return Int64(wait > 0 ? wait : wait + CivilCalendar.secondsPerDay)
    }
}
