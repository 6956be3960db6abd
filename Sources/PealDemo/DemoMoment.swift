import PealCore

/// The moment a scenario is told at: what it says of times is near to it.
struct DemoMoment: Sendable {
    /// The demo's clock.
    let now: Timestamp

    /// An instant that far away, at a full minute, as people make appointments.
    func instant(after distance: Duration) -> Timestamp {
        let seconds = (now + distance).seconds
        return Timestamp(seconds: seconds - seconds % 60)
    }

    /// The same instant as a variable.
    func time(after distance: Duration) -> JSONValue { .string(instant(after: distance).rfc3339) }

    /// The day that many days from now, as a variable.
    func day(after days: Int) -> JSONValue {
        .string(CalendarDate(daysSince1970: Int(now.seconds / 86_400) + days).iso)
    }
}

extension Duration {
    /// Whole minutes.
    static func minutes(_ count: Int64) -> Duration { .seconds(count * 60) }
    /// Whole hours.
    static func hours(_ count: Int64) -> Duration { .seconds(count * 3600) }
}
