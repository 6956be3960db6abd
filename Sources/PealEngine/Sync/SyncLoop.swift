public import Logging
public import PealCore
public import ServiceLifecycle

/// Plans silent sync pushes whenever users change their inboxes.
public struct SyncLoop: Service {
    private let plan: PlanSyncPushes
    private let clock: any PealClock
    private let work: PipelineWakeUps
    private let metrics: PipelineMetrics
    private let logger: Logger

    /// How often the cursor is moved on while no inbox changes.
    private static let rest = Duration.seconds(600)

    /// Wires the loop.
    public init(
        store: any SyncPorts,
        catalogs: CatalogRegistry,
        providers: Providers,
        clock: any PealClock,
        work: PipelineWakeUps,
        metrics: PipelineMetrics,
        logger: Logger
    ) {
        plan = PlanSyncPushes(store: store, providers: providers) { catalogs.inForce($0)?.badge ?? .unseen }
        self.clock = clock
        self.work = work
        self.metrics = metrics
        self.logger = logger
    }

    /// Runs until graceful shutdown.
    public func run() async throws {
        await RestartingLoop(name: "sync", wakeUp: work.sync, clock: clock, metrics: metrics, logger: logger).run {
            try await step() ? .none : .until(clock.now + Self.rest)
        }
    }

    /// Reads one page of events; whether there were any.
    package func step() async throws -> Bool { try await plan.step(now: clock.now) }
}
