public import Logging
public import PealCore
public import PealCrypto
public import PealEngine
public import PealStore

/// The ports the HTTP edge calls.
public typealias APIStore = DirectoryStore & TriggerStore & DeliveryStore & DecisionLogStore & DeviceStore & InboxStore
    & PreferenceStore & CatalogStore & IdempotencyStore & KeyStore & FanOutStore & TrafficStore & ScheduleStore
    & CancelPorts & MovePorts

/// Everything the HTTP edge needs, put together once in the composition root.
public struct APIServices: Sendable {
    let store: any APIStore
    let intake: TriggerIntake
    let catalogs: CatalogRegistry
    let keyring: Keyring
    let authenticator: Authenticator
    let devices: DeviceRegistration
    let preferences: PreferenceCenter
    let inbox: Inbox
    let export: PersonExport
    let why: Why
    let origins: AllowedOrigins
    let zones: @Sendable (String) -> Zone?
    let now: @Sendable () -> Timestamp
    let isActive: @Sendable (AppID, UserID) -> Void
    let health: HealthChecks
    let assets: @Sendable (_ path: String) -> StaticAsset?
    let openAPI: [UInt8]
    let publisher: CatalogPublisher
    let replay: TrafficReplay
    let sandbox: SandboxControl?
    let logger: Logger
    let limits: EdgeLimits
    let metricsExposure: MetricsExposure
    let metrics = HTTPMetrics()
    let connections = ConnectionCount()
    let limiter: RateLimiter
    let failures: CredentialFailures
    let bodies: BodyReader
    let analyses: Analyses

    var rates: RateLimits { limits.rates }

    /// Wires the edge.
    /// - Parameters:
    ///   - store: the one store.
    ///   - intake: accepts triggers.
    ///   - catalogs: the catalogs of all apps.
    ///   - keyring: seals device tokens.
    ///   - tokens: verifies people's tokens.
    ///   - acceptsTestKeys: whether `sk_test_…` keys work: in a sandbox only.
    ///   - origins: the web origins of each app.
    ///   - zones: the rules of an IANA zone; `nil` when there is none.
    ///   - ids: makes identifiers.
    ///   - now: reads the clock.
    ///   - tokenProblem: what a provider has against a push token's form; `nil` is nothing.
    ///   - isActive: called when a person looks at what they got.
    ///   - deviceChanged: called with a device whose permission, capabilities or switch changed.
    ///   - available: the push services an app can send through.
    ///   - laneHolds: why deliveries of lanes wait.
    ///   - catalogPublished: told of each catalog that was put in force.
    ///   - limits: what the edge bounds.
    ///   - metricsExposure: who may read `/metrics` at the public listener.
    ///   - uptime: a clock that never goes back, to count calls by.
    ///   - wait: waits by that clock.
    ///   - health: what `/readyz` and `/metrics` ask.
    ///   - assets: the web files by path, `/` for the first page.
    ///   - openAPI: the contract as JSON.
    ///   - sandbox: the sandbox; `nil` serves none of its calls.
    ///   - logger: the log of requests.
    public init(
        store: any APIStore,
        intake: TriggerIntake,
        catalogs: CatalogRegistry,
        keyring: Keyring,
        tokens: PersonTokens,
        acceptsTestKeys: Bool,
        origins: [AppID: Set<String>],
        zones: @escaping @Sendable (String) -> Zone?,
        ids: IDGenerator,
        now: @escaping @Sendable () -> Timestamp,
        tokenProblem: @escaping @Sendable (AppID, ProviderID, String) -> String?,
        isActive: @escaping @Sendable (AppID, UserID) -> Void = { _, _ in },
        deviceChanged: @escaping @Sendable (Device) -> Void = { _ in },
        available: @escaping @Sendable (AppID) -> Set<ProviderID> = { _ in Set(ProviderID.all) },
        laneHolds: @escaping @Sendable (Timestamp) -> [LaneKey: LaneHold] = { _ in [:] },
        catalogPublished: @escaping @Sendable (Catalog) async throws -> Void = { _ in },
        limits: EdgeLimits = EdgeLimits(),
        metricsExposure: MetricsExposure = .local,
        uptime: @escaping @Sendable () -> Duration,
        wait: @escaping @Sendable (Duration) async throws -> Void,
        health: HealthChecks,
        assets: @escaping @Sendable (_ path: String) -> StaticAsset?,
        openAPI: [UInt8],
        sandbox: SandboxControl?,
        logger: Logger
    ) {
        self.store = store
        self.intake = intake
        self.catalogs = catalogs
        self.keyring = keyring
        authenticator = Authenticator(
            keys: SecretKeyring(store: store, now: now),
            tokens: tokens,
            directory: store,
            acceptsTestKeys: acceptsTestKeys,
            now: now
        )
        let lookup: CatalogLookup = { app, version in
            version.map { catalogs.version($0, of: app) } ?? catalogs.inForce(app)
        }
        devices = DeviceRegistration(
            store: store,
            keyring: keyring,
            ids: ids,
            now: now,
            tokenProblem: tokenProblem,
            changed: deviceChanged
        )
        preferences = PreferenceCenter(store: store, catalogs: lookup, ids: ids, now: now)
        inbox = Inbox(store: store, catalogs: lookup, zones: zones, now: now)
        export = PersonExport(store: store, preferences: preferences, inbox: inbox)
        let vault = DataVault(keyring: keyring)
        let places = RulePlaces(store: store)
        why = Why(
            WhySources(
                store: store,
                catalogs: lookup,
                available: available,
                zones: zones,
                data: { try vault.open($0.sealedData, app: $0.trigger.app, trigger: $0.trigger.id) },
                rules: { app, version, paths in try await places.place(of: paths, in: version, of: app) },
                laneHolds: { laneHolds($0) },
                now: now
            )
        )
        publisher = CatalogPublisher(store: store, catalogs: catalogs, now: now, onPublish: catalogPublished)
        replay = TrafficReplay(
            store: store,
            vault: vault,
            providers: available,
            zones: zones,
            formatting: TextFormatting()
        )
        self.origins = AllowedOrigins(origins)
        self.zones = zones
        self.now = now
        self.isActive = isActive
        self.health = health
        self.assets = assets
        self.openAPI = openAPI
        self.sandbox = sandbox
        self.logger = logger
        self.limits = limits
        self.metricsExposure = metricsExposure
        limiter = RateLimiter(limits: limits.rates, uptime: uptime)
        failures = CredentialFailures(uptime: uptime, logger: logger)
        bodies = BodyReader(budget: BodyBudget(limit: limits.bodyBytes), logger: logger)
        analyses = Analyses(
            queue: AnalysisQueue(waitingLimit: 32),
            executor: AnalysisExecutor(threads: 2),
            deadline: limits.analysis,
            wait: wait
        )
    }
}
