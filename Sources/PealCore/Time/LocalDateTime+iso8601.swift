extension LocalDateTime {
    /// Reads a local time such as `2026-12-24T08:00` or `2026-12-24T08:00:30`; it names no zone.
    public init?(iso8601 text: some StringProtocol) {
        var cursor = ASCIICursor(text, limit: 19)
        guard let date = cursor.calendarDate(), cursor.take("T"), let hour = cursor.digits(2), cursor.take(":"),
            let minute = cursor.digits(2), let time = LocalTime(hour: hour, minute: minute)
        else { return nil }
        var second = 0
        if cursor.take(":") {
            guard let seconds = cursor.digits(2), seconds <= 59 else { return nil }
            second = seconds
        }
        guard cursor.isAtEnd else { return nil }
        self.init(date: date, time: time, second: second)
    }

    /// The instant at which clocks at an offset show it.
    func instant(offsetSeconds: Int) -> Timestamp {
        Timestamp(saturatingSeconds: secondsSince1970 - Int64(offsetSeconds))
    }

    /// The first instant at which it is this late anywhere: 14 hours east of UTC.
    public var earliestAnywhere: Timestamp { instant(offsetSeconds: 14 * 3600) }

    /// The last instant at which it becomes this late anywhere: 12 hours west of UTC.
    public var latestAnywhere: Timestamp { instant(offsetSeconds: -12 * 3600) }
}
