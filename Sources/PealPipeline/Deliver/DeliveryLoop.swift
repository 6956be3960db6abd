public import Logging
package import PealCore
public import PealCrypto
import PealProviderKit
public import PealStore
public import ServiceLifecycle

/// Claims due deliveries lane by lane, sends them, and keeps what became of them.
///
/// Outcomes are written one by one; the store's writer batches those that end together into one commit.
public struct DeliveryLoop: Service {
    private let store: any DeliveryStore & FanOutStore & SignalStore
    private let sender: DeliverySender
    private let signals: SignalSender
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
        store: any DeliveryStore & FanOutStore & LaneStore & SignalStore,
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
        let addresses = AddressTrust(store: store, metrics: metrics, logger: logger)
        signals = SignalSender(
            store: store,
            providers: providers,
            composer: SignalComposer(catalogs: catalogs, keyring: keyring),
            addresses: addresses,
            lanes: lanes,
            clock: clock,
            random: random,
            work: work,
            metrics: metrics,
            logger: logger
        )
        sender = DeliverySender(
            store: store,
            providers: providers,
            policies: DeliveryPolicies(catalogs: catalogs),
            composer: MessageComposer(catalogs: catalogs, keyring: keyring),
            addresses: addresses,
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
        guard let epoch = await begin() else { return }
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

    /// Starts this process's epoch and sends again what older ones left in flight; `nil` when shutdown came first.
    package func begin() async -> Int? {
        guard let epoch = await sender.beginEpoch() else { return nil }
        await sender.settleInterrupted(epoch)
        return epoch
    }

    /// Leases what is due and there is room for; `nil` when there is no room at all.
    ///
    /// Each delivery is to be carried through by ``deliver(_:_:)``.
    package func claim(_ epoch: Int, now: Timestamp) async throws -> [ClaimedDelivery]? {
        guard let budget = lanes.budget(now: now) else { return nil }
        let claimed = try await store.claim(now: now, budget: budget, epoch: epoch)
        guard !claimed.isEmpty else { return [] }
        crash.pass(.afterClaim)
        lanes.began(claimed, now: now)
        metrics.inFlight(claimed.count)
        return claimed
    }

    /// Leases the signals to devices that are due, with what room deliveries have left.
    ///
    /// Each is to be carried through by ``deliver(_:_:)-(ClaimedSignal,_)``.
    package func claimSignals(_ epoch: Int, now: Timestamp) async throws -> [ClaimedSignal] {
        guard let budget = lanes.budget(now: now) else { return [] }
        let claimed = try await store.claimSignals(now: now, budget: budget, epoch: epoch)
        lanes.began(claimed.map(\.lane), now: now)
        metrics.inFlight(claimed.count)
        return claimed
    }

    /// Carries a leased signal to its device.
    package func deliver(_ signal: ClaimedSignal, _ epoch: Int) async {
        await signals.deliver(signal, epoch) { [sender, store] result in
            _ = await sender.persisting { try await store.record([result]) }
        }
        metrics.inFlight(-1)
    }

    /// Carries a leased delivery from its message to its recorded outcome.
    package func deliver(_ delivery: ClaimedDelivery, _ epoch: Int) async {
        await sender.deliver(delivery, epoch)
        metrics.inFlight(-1)
    }

    private func round(_ epoch: Int, in group: inout DiscardingTaskGroup) async throws -> RestartingLoop.Rest {
        // One instant for the whole round: a lane that began to probe at a later one would not be among what is due next.
        let now = clock.now
        // With no room at all the next attempt that ends wakes the loop.
        guard let claimed = try await claim(epoch, now: now) else { return .until(nil) }
        for delivery in claimed { group.addTask { await deliver(delivery, epoch) } }
        guard claimed.isEmpty else { return .none }
        let signals = try await claimSignals(epoch, now: now)
        for signal in signals { group.addTask { await deliver(signal, epoch) } }
        guard signals.isEmpty else { return .none }
        return .until(try await store.nextDue(after: now, holds: lanes.holds(now: now)))
    }
}
