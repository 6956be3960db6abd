/// An hour of the rollups: whole hours since 1970, UTC.
public struct AnalyticsHour: Hashable, Sendable, Comparable {
    /// Whole hours since 1970-01-01T00:00:00Z.
    public let number: Int64

    /// Wraps a number.
    public init(number: Int64) { self.number = number }

    /// The hour that an instant is in.
    public init(of instant: Timestamp) { number = Int64((Double(instant.seconds) / 3_600).rounded(.down)) }

    /// When it begins.
    public var start: Timestamp { Timestamp(seconds: number * 3_600) }

    /// Orders by time.
    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
