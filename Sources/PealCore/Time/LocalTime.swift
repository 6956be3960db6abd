/// A time of day on a wall clock, to the minute: 00:00 to 23:59.
public struct LocalTime: Hashable, Sendable, Comparable, Codable, CustomStringConvertible {
    /// Minutes since local midnight, 0 to 1439.
    public let minutesSinceMidnight: Int

    /// The hour, 0 to 23.
    public var hour: Int { minutesSinceMidnight / 60 }

    /// The minute, 0 to 59.
    public var minute: Int { minutesSinceMidnight % 60 }

    /// Takes an hour and a minute; `nil` when one is out of range.
    public init?(hour: Int, minute: Int) {
        guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
        minutesSinceMidnight = hour * 60 + minute
    }

    /// Reads `"22:00"`: two digits, a colon, two digits, nothing else.
    public init?(_ text: some StringProtocol) {
        var cursor = ASCIICursor(text, limit: 5)
        guard let hour = cursor.digits(2), cursor.take(":"), let minute = cursor.digits(2), cursor.isAtEnd else {
            return nil
        }
        self.init(hour: hour, minute: minute)
    }

    /// The time of day of a local second; seconds are cut.
    init(secondOfDay: Int) {
        minutesSinceMidnight = secondOfDay / 60
    }

    /// Reads the string form.
    /// - Throws: `DecodingError.dataCorrupted` for anything but `"HH:MM"`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let time = LocalTime(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a time like 22:00")
        }
        self = time
    }

    /// Writes the string form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// The time as `"22:00"`.
    public var description: String {
        "\(String(zeroPadded: hour, width: 2)):\(String(zeroPadded: minute, width: 2))"
    }

    /// Orders within one day.
    public static func < (left: LocalTime, right: LocalTime) -> Bool {
        left.minutesSinceMidnight < right.minutesSinceMidnight
    }
}
