public import Logging
public import PealCore
public import PealCrypto

/// Everything an engine gets from outside.
///
/// What has a default is not needed by those who only read, or is the same in most tests.
public struct EnginePorts: Sendable {
    /// The store.
    public var store: any EngineStore
    /// The clock that every step reads and waits by.
    public var clock: any PealClock
    /// Makes identifiers.
    public var ids: IDGenerator
    /// The catalogs of all apps, which publications change.
    public var catalogs: CatalogRegistry
    /// Seals tokens and trigger data.
    public var keyring: Keyring
    /// Makes and verifies the tokens of actions; without secrets pushes carry none.
    public var actionTokens = ActionTokens()
    /// The push services of each app.
    public var providers: ProviderRegistry
    /// The rules of an IANA time zone; `nil` when there is none.
    public var zones: @Sendable (String) -> Zone? = { $0 == "UTC" ? .utc : nil }
    /// Numbers in 0..<1, for the jitter of retries.
    public var random: @Sendable () -> Double = { Double.random(in: 0..<1) }
    /// A clock that never goes back, by which a loop is seen to be stuck.
    public var uptime: @Sendable () -> Duration = { .zero }
    /// What is in question about the clock; `nil` while it is trusted.
    public var clockQuestion: @Sendable () -> ClockState.Question? = { nil }
    /// What the loops wait for; the store's commits fire it.
    public var work = PipelineWakeUps()
    /// The apps whose catalogs are published only by another key than the author's (R117).
    public var reviewedApps: Set<AppID> = []
    /// What is bounded.
    public var limits = EngineLimits()
    /// Signs checkpoints of audit logs; without it there are none.
    public var auditKey: AuditKey?
    /// Where a test may kill the process.
    public var crash = CrashPoints()
    /// How outgoing events reach their receivers.
    public var webhooks = WebhookClient.none
    /// The time that outgoing events are signed with; `nil` is the clock's.
    ///
    /// Receivers compare it with their own clock, which follows no sandbox.
    public var signatureTime: (@Sendable () -> Timestamp)?
    /// Where operators get messages about alerts.
    public var alertDestinations = AlertDestinations.none
    /// Where analytics events and traces are exported to; `nil` exports nothing.
    public var otlp: OTLPClient?
    /// What an app's provider finds wrong with a token's form; `nil` is nothing.
    public var tokenProblem: @Sendable (AppID, ProviderID, String) -> String? = { _, _, _ in nil }
    /// Called with a device whose permission, capabilities or switch changed.
    public var deviceChanged: @Sendable (Device) -> Void = { _ in }
    /// Logs what goes wrong.
    public var logger: Logger

    /// Names what every engine needs.
    /// - Parameters:
    ///   - store: the store.
    ///   - clock: the clock that every step reads and waits by.
    ///   - ids: makes identifiers.
    ///   - providers: the push services of each app, and of the installation.
    ///   - catalogs: the catalogs of all apps.
    ///   - keyring: seals tokens and trigger data.
    ///   - logger: logs what goes wrong.
    public init(
        store: any EngineStore,
        clock: any PealClock,
        ids: IDGenerator,
        providers: ProviderRegistry,
        catalogs: CatalogRegistry = CatalogRegistry(),
        keyring: Keyring = Keyring(),
        logger: Logger
    ) {
        self.store = store
        self.clock = clock
        self.ids = ids
        self.providers = providers
        self.catalogs = catalogs
        self.keyring = keyring
        self.logger = logger
    }

    /// Reads the clock.
    var now: @Sendable () -> Timestamp { { [clock] in clock.now } }
}
