/// An instant: milliseconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Hashable, Sendable, Comparable, Codable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public let milliseconds: Int64

    /// Wraps milliseconds since 1970.
    @inlinable
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Wraps whole seconds since 1970.
    @inlinable
    public init(seconds: Int64) { milliseconds = seconds * 1000 }

    /// Wraps whole seconds; beyond what milliseconds can count, the nearest instant.
    init(saturatingSeconds seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        milliseconds = overflow ? (seconds < 0 ? .min : .max) : product
    }

    /// Reads the bare number of milliseconds.
    public init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Writes the bare number of milliseconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }

    /// Whole seconds since 1970, rounded down.
    @inlinable public var seconds: Int64 { milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0) }

    /// Later by a duration, cut to milliseconds.
    @inlinable
    public static func + (left: Timestamp, right: Duration) -> Timestamp {
        Timestamp(milliseconds: left.milliseconds + right.wholeMilliseconds)
    }

    /// Earlier by a duration, cut to milliseconds.
    @inlinable
    public static func - (left: Timestamp, right: Duration) -> Timestamp {
        Timestamp(milliseconds: left.milliseconds - right.wholeMilliseconds)
    }

    /// The time between two instants.
    @inlinable
    public static func - (left: Timestamp, right: Timestamp) -> Duration {
        .milliseconds(left.milliseconds - right.milliseconds)
    }

    /// Orders by time.
    @inlinable
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }
}

extension Duration {
    /// The duration in milliseconds, cut towards zero.
    @inlinable public var wholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
