public import PealCore

/// Says "clock" first where a service refuses credentials and its own time is another one: what looks like wrong credentials is a
/// wrong clock then.
public enum ClockReason {
    /// How a reason begins that blames the clock.
    public static let prefix = "clock-"
    /// How far apart both clocks may be.
    private static let tolerance = Duration.seconds(60)

    /// The reason of a refusal, as a code.
    /// - Parameters:
    ///   - reason: the service's reason.
    ///   - date: the service's time; `nil` where it says none.
    ///   - now: the time by which the credentials were dated.
    /// - Returns: the reason, after `clock-ahead-` or `clock-behind-` where this machine is more than a minute off.
    public static func of(_ reason: String, date: Timestamp?, now: Timestamp) -> String {
        guard let date, max(date - now, now - date) > tolerance else { return reason }
        return "\(prefix)\(now > date ? "ahead" : "behind")-\(reason)"
    }

    /// The service's own reason.
    public static func bare(_ reason: String) -> String {
        for start in ["\(prefix)ahead-", "\(prefix)behind-"] where reason.hasPrefix(start) {
            return String(reason.dropFirst(start.count))
        }
        return reason
    }
}
