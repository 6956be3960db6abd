/// A token bucket: so many pushes a second, and never more than a fifth of that at once.
///
/// Within any second at most 1.2 times the rate passes.
public struct RateGate: Sendable, Equatable {
    /// Pushes a second.
    public let perSecond: Int
    private let burst: Double
    private var tokens: Double
    private var filledAt: Timestamp

    /// Starts full.
    public init(perSecond: Int, now: Timestamp) {
        self.perSecond = max(perSecond, 1)
        burst = max(1, Double(self.perSecond) / 5)
        tokens = burst
        filledAt = now
    }

    /// How many may pass now.
    public func available(now: Timestamp) -> Int { max(0, Int(filled(now))) }

    /// Lets some pass; urgent ones may overdraw by a second's worth, which the others then wait for.
    public mutating func take(_ count: Int, now: Timestamp) {
        tokens = max(filled(now) - Double(count), -Double(perSecond))
        filledAt = now
    }

    /// When a portion worth claiming may pass; `nil` when it may now.
    public func opensAt(now: Timestamp) -> Timestamp? {
        let portion = min(burst, max(1, Double(perSecond) / 50))
        let missing = portion - filled(now)
        guard missing > 0 else { return nil }
        return now + .milliseconds(max(1, Int64((missing * 1000 / Double(perSecond)).rounded(.up))))
    }

    private func filled(_ now: Timestamp) -> Double {
        let passed = max(0, Double((now - filledAt).wholeMilliseconds))
        return min(burst, tokens + passed * Double(perSecond) / 1000)
    }
}
