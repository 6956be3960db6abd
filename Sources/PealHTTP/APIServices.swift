import Logging
import PealCrypto
public import PealEngine
import PealRealtime

/// Everything the HTTP edge needs, put together once in the composition root.
public struct APIServices: Sendable {
    let engine: Engine
    let authenticator: Authenticator
    let actionCredentials: ActionCredentials
    let origins: AllowedOrigins
    let health: HealthChecks
    let assets: @Sendable (_ path: String) -> StaticAsset?
    let openAPI: @Sendable () throws -> [UInt8]
    let sandbox: SandboxControl?
    let limits: EdgeLimits
    let metricsExposure: MetricsExposure
    let metrics = HTTPMetrics()
    let connections: ConnectionTable
    let adminConnections: ConnectionTable
    let limiter: RateLimiter
    let failures: CredentialFailures
    let unlistedProxy: UnlistedProxy
    let bodies: BodyReader
    let analysisPool: AnalysisPool
    let tickets: OneUseTickets
    let pageTickets: OneUseTickets
    let pageSessions: PageSessions?
    let publicURL: PublicURL?
    let hub: StreamHub
    let liveMetrics = LiveMetrics()
    /// A clock that never goes back.
    let uptime: @Sendable () -> Duration

    var rates: RateLimits { limits.rates }
    var logger: Logger { engine.ports.logger }
    var keyring: Keyring { engine.ports.keyring }

    /// Wires the edge.
    /// - Parameters:
    ///   - engine: the use cases that calls are answered by.
    ///   - settings: how the edge is set up.
    public init(engine: Engine, settings: APISettings) {
        self.engine = engine
        let (clock, logger) = (engine.ports.clock, engine.ports.logger)
        authenticator = Authenticator(
            keys: engine.keys,
            tokens: settings.tokens,
            sessions: settings.pageSessions,
            users: engine.users,
            devices: engine.devices,
            acceptsTestKeys: settings.acceptsTestKeys,
            now: { clock.now }
        )
        actionCredentials = ActionCredentials(
            tokens: engine.ports.actionTokens,
            actions: engine.actions,
            users: engine.users,
            now: { clock.now }
        )
        origins = AllowedOrigins(settings.origins)
        health = settings.health
        assets = settings.assets
        openAPI = settings.openAPI
        sandbox = settings.sandbox
        limits = settings.limits
        connections = ConnectionTable(limit: limits.connections.connections, proxies: limits.rates.proxies)
        adminConnections = ConnectionTable(limit: 64, proxies: limits.rates.proxies)
        uptime = settings.uptime
        metricsExposure = settings.metricsExposure
        limiter = RateLimiter(limits: limits.rates, uptime: settings.uptime)
        failures = CredentialFailures(uptime: settings.uptime, logger: logger)
        unlistedProxy = UnlistedProxy(logger: logger)
        bodies = BodyReader(budget: BodyBudget(limit: limits.bodyBytes), logger: logger)
        tickets = .realtime { clock.now }
        pageTickets = .pages { clock.now }
        pageSessions = settings.pageSessions
        publicURL = settings.publicURL
        hub = StreamHub(engine: engine, settings: settings)
        analysisPool = AnalysisPool(
            queue: AnalysisQueue(waitingLimit: 32),
            executor: AnalysisExecutor(threads: 2),
            deadline: limits.analysis,
            wait: settings.wait
        )
    }
}
