/// How many devices of an app were taken out of use on a day, and how many may be.
///
/// No day takes more than a share of them. When more are due, they wait for the next day and an alert says so: a clock that
/// was accepted by mistake, or a wrong `devices.staleAfter`, is noticed while most users can still be reached.
public struct DeviceSweep: Sendable, Equatable {
    /// One of so many may be taken out of use on a day.
    static let part = 10
    /// So many may be in any case.
    static let least = 100

    /// The day, counted from 1970-01-01, UTC.
    public var day: Int64
    /// How many devices the app had when the day's first was taken.
    public var devices: Int
    /// How many were taken.
    public var ended: Int
    /// Whether more are due, and wait for the next day.
    public var waits: Bool

    /// Joins the parts.
    public init(day: Int64, devices: Int, ended: Int = 0, waits: Bool = false) {
        self.day = day
        self.devices = devices
        self.ended = ended
        self.waits = waits
    }

    /// How many more may be taken.
    public var room: Int { max(0, max(Self.least, devices / Self.part) - ended) }

    /// The day of an instant.
    public static func day(of instant: Timestamp) -> Int64 {
        let (days, rest) = instant.seconds.quotientAndRemainder(dividingBy: 86_400)
        return rest < 0 ? days - 1 : days
    }
}
