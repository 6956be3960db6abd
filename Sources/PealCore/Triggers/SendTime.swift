/// The instants at which a trigger may be sent.
public enum SendTime {
    /// How far ahead it may be.
    public static let farthest = Duration.seconds(366 * 86_400)
    /// How long ago it may be: a little late is a queue or a clock, more is the wrong day.
    public static let oldest = Duration.seconds(3_600)

    /// What is wrong with an instant; `nil` when it may be used.
    public static func problem(with instant: Timestamp, now: Timestamp) -> String? {
        if instant > now + farthest { return "must be at most 366 days ahead" }
        if instant < now - oldest { return "is more than an hour in the past; omit it to send immediately" }
        return nil
    }
}
