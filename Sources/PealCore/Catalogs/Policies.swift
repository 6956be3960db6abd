/// When a failed send is tried again (C01, I2): a list of delays is that many retries.
public enum RetrySchedule: Sendable, Equatable {
    /// The n-th retry waits the n-th delay.
    case delays([Duration])
    /// Retry n waits `base · factor^(n-1)`, spread by ± `jitter` of itself.
    case exponential(max: Int, base: Duration, factor: Double, jitter: Double)

    /// What an app gets that sets none: three retries, after about 10, 20 and 40 seconds.
    public static let standard = RetrySchedule.exponential(max: 3, base: .seconds(10), factor: 2, jitter: 0.2)

    /// How many retries follow the first attempt.
    public var maximumRetries: Int {
        switch self {
        case .delays(let delays): delays.count
        case .exponential(let max, _, _, _): max
        }
    }

    /// The wait before a retry, counted from 1; `nil` when there is none left.
    /// - Parameters:
    ///   - retry: which retry is planned, from 1.
    ///   - unit: a random number in 0..<1 for the jitter.
    /// - Returns: the wait.
    public func delay(beforeRetry retry: Int, unit: Double) -> Duration? {
        guard retry >= 1, retry <= maximumRetries else { return nil }
        switch self {
        case .delays(let delays): return delays[retry - 1]
        case .exponential(_, let base, let factor, let jitter):
            var seconds = Double(base.wholeMilliseconds) / 1000
            for _ in 1..<max(retry, 1) { seconds *= factor }
            seconds *= 1 - jitter + 2 * jitter * unit
            return .milliseconds(Int64(min(seconds, 86_400) * 1000))
        }
    }
}

/// Whether an attempt that a push service throttles uses up a retry (R143).
public enum ThrottledRetry: String, Sendable, Codable, CaseIterable {
    /// It does: `max` bounds every further attempt.
    case counts
    /// It does not: the sender's quota says nothing about this push.
    case free
}

/// An app's quiet hours (C05).
public struct QuietHoursPolicy: Sendable, Equatable {
    /// The window of users who set none.
    public var window: QuietWindow
    /// Whether they start switched on.
    public var enabledByDefault: Bool
    /// Whether users may change theirs.
    public var editable: Bool
    /// What happens to a push in quiet hours.
    public var action: QuietAction
    /// Priorities that pass (R089).
    public var exempt: Set<Priority>

    /// Sets the policy.
    public init(window: QuietWindow, enabledByDefault: Bool, editable: Bool, action: QuietAction, exempt: Set<Priority>)
    {
        self.window = window
        self.enabledByDefault = enabledByDefault
        self.editable = editable
        self.action = action
        self.exempt = exempt
    }
}

/// What happens to a push in quiet hours.
public enum QuietAction: String, Sendable, Codable, CaseIterable {
    /// Held until they end, then decided again.
    case `defer`
    /// Not sent; as everywhere, quiet hours touch the push alone and the inbox row stays.
    case drop
    /// Another word for `drop` that says what is left.
    case inAppOnly
}

/// Which links notifications may carry (R126).
public struct LinkPolicy: Sendable, Equatable {
    /// The app's own scheme, for example `reports`.
    public var scheme: String
    /// Hosts of `https` links.
    public var hosts: Set<String>
    /// Paths inside the app, with `{name}` for one segment, for example `/reports/{id}`.
    public var routes: [String]
    /// Where to go when the target is missing (R125).
    public var fallback: String
    /// Where the app's paths are on the web, such as `https://app.example`; `nil` when it has no web client.
    public var webOrigin: String?

    /// Sets the policy.
    public init(
        scheme: String,
        hosts: Set<String>,
        routes: [String],
        fallback: String,
        webOrigin: String? = nil
    ) {
        self.scheme = scheme
        self.hosts = hosts
        self.routes = routes
        self.fallback = fallback
        self.webOrigin = webOrigin
    }
}
