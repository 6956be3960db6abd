/// How many calls a caller may make: `burst` at once, and `rate` a second over time.
public struct RateRule: Sendable, Equatable {
    /// Calls a second in the long run; above 0.
    public let rate: Int
    /// Calls that may come at the same moment; above 0.
    public let burst: Int

    /// Sets both, each from 1 to a billion; what is outside counts as the nearest bound.
    public init(rate: Int, burst: Int) {
        self.rate = min(max(rate, 1), 1_000_000_000)
        self.burst = min(max(burst, 1), 1_000_000_000)
    }

    /// The whole seconds in which an empty bucket fills up: the window of the policy.
    public var window: Int { (burst + rate - 1) / rate }
}
