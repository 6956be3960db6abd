package import PealCore
package import PealStore
public import ServiceLifecycle

/// Claims what is due in channels next to push and the inbox, asks the rules again where they may say otherwise by now, and
/// sends the rest: each delivery in a task of its own, as many as the queues have room for.
public struct ChannelLoop: Service {
    /// How many interrupted deliveries are resolved before the next are read.
    private static let batch = 500
    /// How long deliveries wait when the rules cannot be asked again.
    private static let pause = Duration.seconds(10)

    private let store: any DeliveryStore & FanOutStore & ChannelStore & ChangeStore
    private let decisions: ChannelDecisions
    private let sender: ChannelSender
    private let installed: Channels
    private let policies: DeliveryPolicies
    private let queues: QueueRegistry
    private let clock: any PealClock
    private let work: PipelineWakeUps
    private let metrics: PipelineMetrics
    private let writes: OutcomeWriting

    /// Wires the loop.
    /// - Parameters:
    ///   - ports: the store, the channels, catalogs and keys.
    ///   - queues: bounds what is in flight.
    ///   - decisions: decides again about what is late.
    ///   - metrics: counts attempts.
    init(ports: EnginePorts, queues: QueueRegistry, decisions: DecisionDependencies, metrics: PipelineMetrics) {
        let (clock, work, logger) = (ports.clock, ports.work, ports.logger)
        store = ports.store
        installed = ports.providers.installed.channels
        self.queues = queues
        self.clock = clock
        self.work = work
        self.metrics = metrics
        self.decisions = ChannelDecisions(dependencies: decisions, ports: ports)
        policies = DeliveryPolicies(catalogs: ports.catalogs)
        writes = OutcomeWriting(clock: clock, metrics: metrics, logger: logger)
        let changes = ChangeQueues(store: ports.store)
        sender = ChannelSender(
            store: ports.store,
            providers: ports.providers,
            policies: policies,
            composer: ChannelComposer(
                catalogs: ports.catalogs,
                encryption: PayloadEncryption(keyring: ports.keyring)
            ),
            addresses: TokenInvalidation(queues: changes, metrics: metrics, logger: logger),
            queues: queues,
            reports: QueueReports(registry: queues, changes: changes, metrics: metrics, logger: logger),
            clock: clock,
            random: ports.random,
            work: work,
            metrics: metrics,
            writes: writes,
            logger: logger
        )
    }

    /// Runs until graceful shutdown, then lets what is in flight finish.
    public func run() async throws {
        guard await isNeeded() else {
            // Cancelled instead, it ends as the other loops do.
            try? await gracefulShutdown()
            return
        }
        guard let epoch = await begin() else { return }
        await withDiscardingTaskGroup { group in
            let loop = RestartingLoop(
                name: "channels",
                wakeUp: work.deliverable,
                clock: clock,
                metrics: metrics,
                logger: sender.logger
            )
            await loop.run {
                // One instant for the whole round: a hold that ends later would be missing in what is due.
                let now = clock.now
                guard let decided = try await claim(epoch, now: now) else { return .until(nil) }
                for (claimed, next) in decided { group.addTask { await carry(claimed, next, epoch) } }
                guard decided.isEmpty else { return .none }
                return .until(try await store.nextDue(after: now, holds: queues.holds(now: now)))
            }
        }
    }

    /// Whether there are channels, or an installation had one in which something waits still: that ends as refused.
    package func isNeeded() async -> Bool {
        guard installed.all.isEmpty else { return true }
        return await writes.untilWritten({ try await store.hasOpenChannels() }) ?? false
    }

    /// Starts an epoch of this process and sends again what older ones left in flight; `nil` when shutdown came first.
    package func begin() async -> Int? {
        guard let epoch = await writes.untilWritten({ try await store.beginEpoch() }) else { return nil }
        while true {
            let found = await writes.untilWritten {
                try await store.interruptedChannels(epoch: epoch, limit: Self.batch)
            }
            guard let found else { return nil }
            let groups = found.compactMap { claimed in
                interrupted(claimed, epoch).map { ChangeGroup(app: claimed.app, [.channel(.record($0))]) }
            }
            if !groups.isEmpty, await writes.untilWritten({ try await store.apply(groups) }) == nil { return nil }
            if found.count < Self.batch { return epoch }
        }
    }

    /// Leases what is due and there is room for, and decides what follows for each; `nil` when there is no room at all.
    package func claim(_ epoch: Int, now: Timestamp) async throws
        -> [(claimed: ClaimedChannelDelivery, next: DeliveryMachine.Reevaluation)]?
    {
        guard let budget = queues.budget(now: now) else { return nil }
        let claimed = try await store.claimChannels(now: now, budget: budget, epoch: epoch)
        guard !claimed.isEmpty else { return [] }
        queues.began(claimed.map(\.queue), now: now)
        metrics.inFlight(claimed.count)
        do {
            return try await decisions.decide(claimed, now: now)
        } catch {
            // They wait a little: what cannot be read now must not keep the others from being sent.
            writes.failed(error)
            let later = now + Self.pause
            return claimed.map { ($0, .wait(until: min(later, $0.delivery.expiresAt))) }
        }
    }

    /// Sends a leased delivery or leaves it; returns when what became of it is on disk.
    package func carry(
        _ claimed: ClaimedChannelDelivery,
        _ next: DeliveryMachine.Reevaluation,
        _ epoch: Int
    ) async {
        if next == .go { await sender.send(claimed, epoch) } else { await sender.leave(claimed, next, epoch) }
    }

    private func interrupted(_ claimed: ClaimedChannelDelivery, _ epoch: Int) -> ChannelOutcome? {
        let (delivery, now) = (claimed.delivery, clock.now)
        let machine = policies.machine(for: claimed.notification.type, of: claimed.app, expiresAt: delivery.expiresAt)
        return ChannelOutcome(
            of: delivery.id,
            epoch: epoch,
            attempt: AttemptRecord(.unknown(reason: "process ended while sending"), at: now),
            machine.stepAfterInterruption(resendsUsed: delivery.resendsUsed, now: now)
        )
    }
}
