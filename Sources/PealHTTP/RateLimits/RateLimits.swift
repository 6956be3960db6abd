public import PealCore

/// How many calls each kind of caller may make.
public struct RateLimits: Sendable, Equatable {
    /// Calls with one secret key.
    public var key: RateRule
    /// Calls of one user.
    public var user: RateRule
    /// Calls from one address without a valid key or token.
    public var address: RateRule
    /// The proxies whose `X-Forwarded-For` or `Forwarded` is trusted.
    public var proxies: TrustedProxies

    /// Sets all of them.
    public init(
        key: RateRule = RateRule(rate: 10_000, burst: 20_000),
        user: RateRule = RateRule(rate: 50, burst: 500),
        address: RateRule = RateRule(rate: 20, burst: 500),
        proxies: TrustedProxies = ["127.0.0.1", "::1"]
    ) {
        self.key = key
        self.user = user
        self.address = address
        self.proxies = proxies
    }

    /// What anybody may fetch from one address, such as health and files: ten times as much as other calls without a credential.
    var lookups: RateRule { RateRule(rate: address.rate * 10, burst: address.burst * 10) }
}
