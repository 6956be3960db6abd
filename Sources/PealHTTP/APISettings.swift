public import PealCore
public import PealCrypto

/// How the HTTP edge of an engine is set up.
public struct APISettings: Sendable {
    /// Verifies end users' tokens.
    public var tokens: UserTokens
    /// Makes and verifies the sessions of hosted pages; `nil` serves none.
    public var pageSessions: PageSessions?
    /// Whether `sk_test_…` keys work: in a sandbox only.
    public var acceptsTestKeys = false
    /// Where clients find the server; `nil` says nothing of it.
    public var publicURL: PublicURL?
    /// The web origins of each app.
    public var origins: [AppID: Set<String>] = [:]
    /// What the edge bounds.
    public var limits = EdgeLimits()
    /// Who may read `/metrics` at the public listener.
    public var metricsExposure = MetricsExposure.local
    /// A clock that never goes back, to count calls by.
    public var uptime: @Sendable () -> Duration
    /// Waits by that clock.
    public var wait: @Sendable (Duration) async throws -> Void
    /// What `/readyz` and `/metrics` ask.
    public var health = HealthChecks(checks: [], metrics: { "" })
    /// The web files by path, `/` for the first page.
    public var assets: @Sendable (_ path: String) -> StaticAsset? = { _ in nil }
    /// Makes the contract as JSON.
    public var openAPI: @Sendable () throws -> [UInt8] = { [] }
    /// The sandbox; `nil` serves none of its calls.
    public var sandbox: SandboxControl?

    /// Names what has no default.
    /// - Parameters:
    ///   - tokens: verifies end users' tokens.
    ///   - uptime: a clock that never goes back, to count calls by.
    ///   - wait: waits by that clock.
    public init(
        tokens: UserTokens,
        uptime: @escaping @Sendable () -> Duration,
        wait: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.tokens = tokens
        self.uptime = uptime
        self.wait = wait
    }
}
