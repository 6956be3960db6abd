import PealCore

/// The moment a scenario is told at: what it says of times is near to it.
struct DemoMoment: Sendable {
    /// The demo's clock.
    let now: Timestamp
    /// When the entities of the app take place.
    var entities: [EntityRef: [String: Timestamp]] = [:]

    /// An instant that far away, at a full minute, as people make appointments.
    func instant(after distance: Duration) -> Timestamp {
        let seconds = (now + distance).seconds
        return Timestamp(seconds: seconds - seconds % 60)
    }

    /// The day that many days from now, such as `2026-11-25`.
    func day(after days: Int) -> String {
        CalendarDate(daysSince1970: Int(now.seconds / 86_400) + days).iso
    }
}
