public import Logging
import PealCore
public import PealCrypto
import PealProviderKit
public import PealStore
public import ServiceLifecycle

/// Claims due deliveries lane by lane, sends them, and keeps what became of them.
///
/// Outcomes are written one by one; the store's writer batches those that end together into one commit.
public struct DeliveryLoop: Service {
    private let store: any DeliveryStore & FanOutStore
    private let sender: DeliverySender
    private let lanes: LaneBook
    private let clock: any PealClock
    private let work: WorkSignals
    private let metrics: PipelineMetrics
    private let crash: CrashPoints
    private let logger: Logger

    /// Wires the loop.
    ///
    /// `lanes` bounds what is in flight; `random` gives numbers in 0..<1 for the jitter of retries.
    public init(
        store: any DeliveryStore & FanOutStore & LaneStore,
        providers: ProviderRegistry,
        lanes: LaneBook,
        catalogs: CatalogRegistry,
        keyring: Keyring,
        clock: any PealClock,
        random: @escaping @Sendable () -> Double,
        work: WorkSignals,
        metrics: PipelineMetrics,
        crash: CrashPoints,
        logger: Logger
    ) {
        self.store = store
        self.lanes = lanes
        self.clock = clock
        self.work = work
        self.metrics = metrics
        self.crash = crash
        self.logger = logger
        sender = DeliverySender(
            store: store,
            providers: providers,
            policies: DeliveryPolicies(catalogs: catalogs),
            composer: MessageComposer(catalogs: catalogs, keyring: keyring),
            addresses: AddressTrust(store: store, metrics: metrics, logger: logger),
            lanes: lanes,
            clock: clock,
            random: random,
            work: work,
            metrics: metrics,
            crash: crash,
            logger: logger
        )
    }

    /// Runs until graceful shutdown, then lets what is in flight finish.
    public func run() async throws {
        guard let epoch = await sender.beginEpoch() else { return }
        await sender.settleInterrupted(epoch)
        await withDiscardingTaskGroup { group in
            let loop = RestartingLoop(
                name: "deliver",
                signal: work.deliverable,
                clock: clock,
                metrics: metrics,
                logger: logger
            )
            await loop.run { try await round(epoch, in: &group) }
        }
    }

    private func round(_ epoch: Int, in group: inout DiscardingTaskGroup) async throws -> RestartingLoop.Rest {
        let now = clock.now
        // With no room at all the next attempt that ends wakes the loop.
        guard let budget = lanes.budget(now: now) else { return .until(nil) }
        let claimed = try await store.claim(now: now, budget: budget, epoch: epoch)
        guard !claimed.isEmpty else {
            return .until(try await store.nextDue(after: now, holds: lanes.holds(now: now)))
        }
        crash.pass(.afterClaim)
        lanes.began(claimed, now: now)
        metrics.inFlight(claimed.count)
        for delivery in claimed {
            group.addTask {
                await sender.deliver(delivery, epoch)
                metrics.inFlight(-1)
            }
        }
        return .none
    }
}
