/// What one caller may still call: a bucket of tokens that fills up evenly (token bucket, kept as one instant).
///
/// The state is the instant at which the bucket is full again (GCRA). A bucket that is full is the same as none, so a
/// table may forget it. Time is nanoseconds of any clock that never goes back.
public struct TokenBucket: Sendable, Equatable {
    /// What became of a call.
    public struct Verdict: Sendable, Equatable {
        /// Whether the call may go on.
        public let isAllowed: Bool
        /// Calls that may still come at this moment.
        public let remaining: Int
        /// Whole seconds until the bucket is full again; at least 1 when the call was refused.
        public let resetAfter: Int
    }

    /// When the bucket is full, in nanoseconds.
    private var fullAt: Int64

    /// A full bucket.
    public init() { fullAt = .min }

    /// Whether nothing is missing from the bucket.
    public func isFull(at now: Int64) -> Bool { fullAt <= now }

    /// Takes one token, if there is one.
    /// - Parameters:
    ///   - rule: how fast it fills and how much it holds.
    ///   - now: the present, in nanoseconds.
    /// - Returns: whether there was one, and what is left.
    public mutating func take(_ rule: RateRule, at now: Int64) -> Verdict {
        let (price, capacity) = Self.nanoseconds(rule)
        let missing = min(max(fullAt, now) - now, capacity)
        let isAllowed = missing + price <= capacity
        let left = isAllowed ? missing + price : missing
        fullAt = now + left
        return Self.verdict(isAllowed, missing: left, price: price, capacity: capacity)
    }

    /// What is left, without taking any.
    public func peek(_ rule: RateRule, at now: Int64) -> Verdict {
        let (price, capacity) = Self.nanoseconds(rule)
        let missing = min(max(fullAt, now) - now, capacity)
        return Self.verdict(missing + price <= capacity, missing: missing, price: price, capacity: capacity)
    }

    /// The time in which one token comes back, and the time in which all of them do.
    private static func nanoseconds(_ rule: RateRule) -> (price: Int64, capacity: Int64) {
        let price = max(1_000_000_000 / Int64(rule.rate), 1)
        return (price, price * Int64(rule.burst))
    }

    private static func verdict(_ isAllowed: Bool, missing: Int64, price: Int64, capacity: Int64) -> Verdict {
        let seconds = Int((missing + 999_999_999) / 1_000_000_000)
        return Verdict(
            isAllowed: isAllowed,
            remaining: Int((capacity - missing) / price),
            resetAfter: isAllowed ? seconds : max(seconds, 1)
        )
    }
}
