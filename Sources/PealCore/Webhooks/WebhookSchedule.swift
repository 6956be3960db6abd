/// When a message is tried again: the schedule that Standard Webhooks recommends, about three days in all.
public enum WebhookSchedule {
    /// The waits between attempts.
    public static let delays: [Duration] = [
        .seconds(5), .seconds(300), .seconds(1_800), .seconds(7_200), .seconds(18_000), .seconds(36_000),
        .seconds(50_400), .seconds(72_000), .seconds(86_400),
    ]
    /// The longest wait that a receiver may ask for.
    public static let longestWait = Duration.seconds(86_400)
    /// A message that waits longer than this, because its receiver is down, is not sent any more.
    public static let patience = Duration.seconds(4 * 86_400)
    /// After so long without one success a webhook is disabled.
    public static let giveUp = Duration.seconds(5 * 86_400)
    /// The longest time between two looks whether a receiver is up again.
    public static let longestHold = Duration.seconds(300)
    /// How much longer than planned a wait is at most.
    static let jitter = 0.2

    /// The wait after an attempt failed.
    /// - Parameters:
    ///   - attempts: attempts so far, from 1.
    ///   - asked: how long the receiver asked to wait.
    ///   - random: a number in 0..<1.
    /// - Returns: the wait; `nil` when that was the last attempt.
    public static func wait(after attempts: Int, asked: Duration?, random: Double) -> Duration? {
        guard delays.indices.contains(attempts - 1) else { return nil }
        return max(delays[attempts - 1] * (1 + jitter * random), min(asked ?? .zero, longestWait))
    }

    /// How long nothing is sent to a receiver that was found down.
    /// - Parameters:
    ///   - failures: how often it was found down in a row, from 1.
    ///   - asked: how long the receiver asked to wait.
    ///   - random: a number in 0..<1.
    /// - Returns: the wait.
    public static func hold(after failures: Int, asked: Duration?, random: Double) -> Duration {
        let usual = min(.seconds(5) * (1 << min(max(failures, 1) - 1, 10)), longestHold)
        return max(usual * (1 + jitter * random), min(asked ?? .zero, .seconds(3_600)))
    }
}
