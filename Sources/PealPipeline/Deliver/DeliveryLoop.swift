public import Logging
import PealCore
public import PealCrypto
import PealProviderKit
public import PealStore
public import ServiceLifecycle

/// Claims due deliveries, sends them, and keeps what became of them.
///
/// Outcomes are written one by one; the store's writer batches those that end together into one commit.
public struct DeliveryLoop: Service {
    private let store: any DeliveryStore & FanOutStore
    private let providers: ProviderRegistry
    private let composer: MessageComposer
    private let catalogs: CatalogRegistry
    private let clock: any PealClock
    private let random: @Sendable () -> Double
    private let work: WorkSignals
    private let metrics: PipelineMetrics
    private let crash: CrashPoints
    private let logger: Logger
    private let slots: SlotGate
    private let flight = AppFlight()
    private let maximumInFlight: Int

    /// Wires the loop.
    ///
    /// `maximumInFlight` bounds how many attempts run at once; `random` gives numbers in 0..<1 for the jitter of retries.
    public init(
        store: any DeliveryStore & FanOutStore,
        providers: ProviderRegistry,
        catalogs: CatalogRegistry,
        keyring: Keyring,
        clock: any PealClock,
        random: @escaping @Sendable () -> Double,
        work: WorkSignals,
        metrics: PipelineMetrics,
        crash: CrashPoints,
        maximumInFlight: Int,
        logger: Logger
    ) {
        self.store = store
        self.providers = providers
        composer = MessageComposer(catalogs: catalogs, keyring: keyring)
        self.catalogs = catalogs
        self.clock = clock
        self.random = random
        self.work = work
        self.metrics = metrics
        self.crash = crash
        self.logger = logger
        slots = SlotGate(slots: maximumInFlight)
        self.maximumInFlight = maximumInFlight
    }

    /// Runs until graceful shutdown, then lets what is in flight finish.
    public func run() async throws {
        let epoch = try await store.beginEpoch()
        await settleInterrupted(epoch)
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
        await slots.wait(forFree: max(1, maximumInFlight / 4))
        let now = clock.now
        let budget = ClaimBudget(total: slots.free, perApp: max(1, maximumInFlight / 2), inFlight: flight.byApp)
        let claimed = try await store.claim(now: now, budget: budget, epoch: epoch)
        guard !claimed.isEmpty else { return .until(try await store.nextDue(after: now)) }
        crash.pass(.afterClaim)
        slots.take(claimed.count)
        metrics.inFlight(claimed.count)
        for delivery in claimed {
            flight.began(delivery.app)
            group.addTask {
                await deliver(delivery, epoch)
                metrics.inFlight(-1)
                slots.give(1)
                // An app at its bound claims again in portions, not one by one.
                if flight.ended(delivery.app) % max(1, maximumInFlight / 8) == 0 { work.deliverable.fire() }
            }
        }
        return .none
    }

    @concurrent
    private func deliver(_ delivery: ClaimedDelivery, _ epoch: Int) async {
        let outcome = await attempt(delivery)
        crash.pass(.afterSend)
        await record(outcome, of: delivery, epoch)
    }

    private func attempt(_ delivery: ClaimedDelivery) async -> SendOutcome {
        guard let provider = providers.client(delivery.provider, of: delivery.app) else {
            return .rejected(reason: "no \(delivery.provider) client is configured", scope: .configuration)
        }
        do {
            return await provider.send(try composer.message(for: delivery, now: clock.now))
        } catch {
            logger.error("delivery cannot be composed", metadata: ["delivery": "\(delivery.id)", "error": "\(error)"])
            return .rejected(reason: "cannot be composed", scope: .message)
        }
    }

    private func record(_ outcome: SendOutcome, of delivery: ClaimedDelivery, _ epoch: Int) async {
        let result = result(of: outcome, delivery, epoch)
        await store(result)
        if case .retry = result.next { work.deliverable.fire() }
        work.progress.fire()
    }

    /// Keeps trying while the store cannot write: the slot stays taken, so that no more is sent than can be recorded.
    ///
    /// Ended by shutdown, the lease stays, and the next start treats the delivery as interrupted.
    private func store(_ result: DeliveryResult) async {
        guard await persisting({ try await store.record([result]) }) != nil else { return }
        crash.pass(.afterRecord)
    }

    /// Runs a change until it is on disk; `nil` when shutdown came first.
    private func persisting<Value: Sendable>(_ change: () async throws -> Value) async -> Value? {
        var failures = 0
        while true {
            do {
                return try await change()
            } catch {
                failures = min(failures + 1, 6)
                metrics.loopErrors.increment()
                logger.error("deliveries cannot be recorded", metadata: ["error": "\(error)"])
                guard !Task.isCancelled, !Task.isShuttingDownGracefully else { return nil }
                let pause = clock.now + .milliseconds(100 << failures)
                await cancelWhenGracefulShutdown { [clock] in try? await clock.sleep(until: pause) }
            }
        }
    }

    private func result(of outcome: SendOutcome, _ delivery: ClaimedDelivery, _ epoch: Int) -> DeliveryResult {
        let now = clock.now
        let step = machine(for: delivery).step(
            after: outcome,
            retriesUsed: delivery.retriesUsed,
            resendsUsed: delivery.resendsUsed,
            lastSeenAt: delivery.deviceLastSeenAt,
            now: now,
            unit: random()
        )
        let attempt = AttemptRecord(outcome, at: now)
        metrics.attempted(delivery.provider, attempt.outcome)
        if case .end(let state, _) = step.next { metrics.ended(state) }
        log(outcome, of: delivery)
        return DeliveryResult(
            id: delivery.id,
            app: delivery.app,
            attempt: attempt,
            next: step.next,
            device: step.device,
            epoch: epoch
        )
    }

    /// What older epochs left in flight is sent again.
    ///
    /// Written in batches: hundreds may be left, and a commit for each would keep a fresh process from its work.
    private func settleInterrupted(_ epoch: Int) async {
        let batch = 500
        while true {
            guard let lost = await persisting({ try await store.interrupted(epoch: epoch, limit: batch) }),
                await persisting({ try await store.record(lost.map { interruption(of: $0, epoch) }) }) != nil
            else { return }
            work.progress.fire()
            if lost.count < batch { return }
        }
    }

    private func interruption(of delivery: ClaimedDelivery, _ epoch: Int) -> DeliveryResult {
        let now = clock.now
        return DeliveryResult(
            id: delivery.id,
            app: delivery.app,
            attempt: AttemptRecord(.unknown(reason: "process ended while sending"), at: now),
            next: machine(for: delivery).stepAfterInterruption(resendsUsed: delivery.resendsUsed, now: now),
            device: .none,
            epoch: epoch
        )
    }

    private func machine(for delivery: ClaimedDelivery) -> DeliveryMachine {
        let catalog = catalogs.inForce(delivery.app)
        let type = catalog?.type(delivery.type)
        return DeliveryMachine(
            retry: type?.retry ?? catalog?.retry ?? .delays([]),
            onUnknown: type?.onUnknown ?? catalog?.onUnknown ?? .resend,
            expiresAt: delivery.expiresAt
        )
    }

    private func log(_ outcome: SendOutcome, of delivery: ClaimedDelivery) {
        if case .accepted = outcome { return }
        let metadata: Logger.Metadata = [
            "delivery": "\(delivery.id)", "app": "\(delivery.app)", "provider": "\(delivery.provider)",
            "reason": "\(AttemptRecord(outcome, at: clock.now).reason ?? "")",
        ]
        switch outcome {
        case .accepted: break
        case .rejected(_, .configuration): logger.error("provider refuses this app's set-up", metadata: metadata)
        case .gone, .rejected: logger.notice("delivery refused for good", metadata: metadata)
        case .throttled, .unavailable, .notProcessed, .unknown: logger.debug("attempt failed", metadata: metadata)
        }
    }
}
