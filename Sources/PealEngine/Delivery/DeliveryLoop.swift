import Logging
package import PealCore
package import PealStore
public import ServiceLifecycle

/// Claims due deliveries and silent sync pushes, sends them in batches of one queue each, and records what became of them.
///
/// A batch has a task of its own, so that the next claim goes on while batches are under way.
public struct DeliveryLoop: Service {
    private let store: any DeliveryStore & FanOutStore
    private let deliveries: BatchSender<Deliveries>
    private let syncSender: BatchSender<SyncPushes>
    private let syncLeases: SyncLeases
    private let interrupted: InterruptedDeliveries
    private let late: LatePushes
    private let queues: QueueRegistry
    private let revocations: Revocations
    private let turns: ClaimTurns
    private let clock: any PealClock
    private let work: PipelineWakeUps
    private let metrics: PipelineMetrics
    private let crash: CrashPoints
    private let logger: Logger

    /// Wires the loop.
    /// - Parameters:
    ///   - ports: the store, the push services, catalogs and keys.
    ///   - queues: bounds what is in flight.
    ///   - decisions: decides again about pushes that are late.
    ///   - revocations: what ended since a claim began.
    ///   - turns: what transactions that decide have claimed.
    ///   - metrics: counts attempts.
    init(
        ports: EnginePorts,
        queues: QueueRegistry,
        decisions: DecisionDependencies,
        revocations: Revocations,
        turns: ClaimTurns,
        metrics: PipelineMetrics
    ) {
        let (store, providers, catalogs, keyring) = (ports.store, ports.providers, ports.catalogs, ports.keyring)
        let (clock, random, work, logger) = (ports.clock, ports.random, ports.work, ports.logger)
        self.store = store
        self.queues = queues
        self.revocations = revocations
        self.turns = turns
        self.clock = clock
        self.work = work
        self.metrics = metrics
        crash = ports.crash
        self.logger = logger
        let policies = DeliveryPolicies(catalogs: catalogs)
        let writes = OutcomeWriting(clock: clock, metrics: metrics, logger: logger)
        let changes = ChangeQueues(store: store)
        let addresses = TokenInvalidation(queues: changes, metrics: metrics, logger: logger)
        let reports = QueueReports(registry: queues, changes: changes, metrics: metrics, logger: logger)
        syncLeases = SyncLeases(store: store, providers: providers.installed)
        interrupted = InterruptedDeliveries(
            store: store,
            syncs: syncLeases,
            policies: policies,
            clock: clock,
            writes: writes
        )
        late = LatePushes(dependencies: decisions, store: store, catalogs: catalogs, writes: writes)
        func sender<Kind>(_ kind: Kind) -> BatchSender<Kind> {
            BatchSender(
                kind: kind,
                providers: providers,
                addresses: addresses,
                queues: queues,
                reports: reports,
                revocations: revocations,
                clock: clock,
                random: random,
                work: work,
                metrics: metrics,
                writes: writes,
                logger: logger
            )
        }
        syncSender = sender(
            SyncPushes(
                leases: syncLeases,
                composer: SyncComposer(catalogs: catalogs, keyring: keyring),
                random: random,
                metrics: metrics
            )
        )
        deliveries = sender(
            Deliveries(
                outcomes: RecordOutcomes(store: store),
                providers: providers,
                policies: policies,
                composer: MessageComposer(catalogs: catalogs, keyring: keyring, tokens: ports.actionTokens),
                directory: store,
                random: random,
                metrics: metrics,
                crash: crash,
                logger: logger
            )
        )
    }

    /// Runs until graceful shutdown, then lets what is in flight finish.
    public func run() async throws {
        guard let epoch = await begin() else { return }
        handOver(to: epoch)
        await withDiscardingTaskGroup { group in
            var last = LastLook()
            let loop = RestartingLoop(
                name: "deliver",
                wakeUp: work.deliverable,
                clock: clock,
                metrics: metrics,
                logger: logger
            )
            await loop.run { try await round(epoch, &last, in: &group) }
            await endHandOvers()
            for batch in await handedOver(epoch, now: clock.now) { group.addTask { await deliver(batch, epoch) } }
        }
    }

    /// What the loop knew when it looked last.
    private struct LastLook {
        /// What had woken it to claim; see ``ClaimTurns/news``.
        var news: Int?
        /// When the next delivery comes due.
        var next: Timestamp?
    }

    /// Starts this process's epoch and sends again what older ones left in flight; `nil` when shutdown came first.
    package func begin() async -> Int? { await interrupted.begin() }

    /// From now on transactions that decide lease their pushes to an epoch, and this loop sends them.
    package func handOver(to epoch: Int) { turns.open(epoch) }

    /// Returns when no transaction will hand anything over any more.
    private func endHandOvers() async {
        while true {
            let version = work.deliverable.version
            guard turns.close(), !Task.isCancelled else { return }
            await work.deliverable.wait(after: version)
        }
    }

    /// What transactions that decided have leased: as decided, but for what is to be sent otherwise.
    package func handedOver(_ epoch: Int, now: Timestamp) async -> [QueueBatch<ClaimedDelivery>] {
        var batches: [QueueBatch<ClaimedDelivery>] = []
        for handOver in turns.takeHandedOver() { batches += await sifted(handOver, epoch, now: now) }
        return batches
    }

    /// Looks through all of a hand-over together: what becomes of one push may depend on the others of its user.
    private func sifted(_ handOver: ClaimTurns.HandOver, _ epoch: Int, now: Timestamp) async
        -> [QueueBatch<ClaimedDelivery>]
    {
        let items = handOver.batches.flatMap(\.items)
        let sent = await late.sift(items, epoch, now: now)
        guard sent.count < items.count else { return handOver.batches }
        let left = Set(sent.map(\.id))
        return handOver.batches.compactMap { batch in
            let part = batch.items.filter { left.contains($0.id) }
            giveBack(batch.items.count - part.count, of: batch.queue, now: now)
            guard !part.isEmpty else {
                revocations.close(batch.claim)
                return nil
            }
            return QueueBatch(queue: batch.queue, items: part, claim: batch.claim)
        }
    }

    /// Gives back slots of deliveries that count as in flight and are not sent now.
    private func giveBack(_ count: Int, of queue: QueueKey, now: Timestamp) {
        // They wait for no answer, so that a queue that probes does not wait for it either.
        let outcomes = repeatElement(SendOutcome.notProcessed(reason: "not sent now"), count: count)
        _ = queues.answered(queue, outcomes, now: now, unit: 0)
        var wakes = false
        for _ in 0..<count where queues.ended(queue, now: now) { wakes = true }
        metrics.inFlight(-count)
        if wakes { work.deliverable.fire() }
    }

    /// Leases what is due and there is room for, or takes what was leased already; `nil` when there is no room at all.
    ///
    /// Each batch is to be sent by ``deliver(_:_:ended:)``.
    package func claim(_ epoch: Int, now: Timestamp) async throws -> [QueueBatch<ClaimedDelivery>]? {
        let handedOver = await handedOver(epoch, now: now)
        guard handedOver.isEmpty else { return handedOver }
        return try await claimDue(epoch, now: now)
    }

    private func claimDue(_ epoch: Int, now: Timestamp) async throws -> [QueueBatch<ClaimedDelivery>]? {
        guard let budget = queues.budget(now: now) else { return nil }
        return try await revocations.claim { number in
            let claimed = try await lease(budget, epoch, now: now)
            turns.noteFull(budget.isUsedUp(by: claimed))
            guard !claimed.isEmpty else { return [] }
            crash.pass(.afterClaim)
            queues.began(claimed, now: now)
            metrics.inFlight(claimed.count)
            return QueueBatch.batches(of: claimed, claim: number)
        }
    }

    /// Leases what is due, but for late pushes that are decided about again first; nothing when there is nothing left.
    private func lease(_ budget: ClaimBudget, _ epoch: Int, now: Timestamp) async throws -> [ClaimedDelivery] {
        await late.finish(epoch, now: now)
        while true {
            let claimed = try await store.claim(now: now, budget: budget, epoch: epoch)
            let sent = await late.sift(claimed, epoch, now: now)
            // Those set aside are finished once the others are on their way.
            guard sent.isEmpty, !claimed.isEmpty else { return sent }
            await late.finish(epoch, now: now)
        }
    }

    /// Leases the silent sync pushes that are due, with what room deliveries have left.
    ///
    /// Each batch is to be sent, as those of deliveries are.
    package func claimSyncs(_ epoch: Int, now: Timestamp) async throws -> [QueueBatch<ClaimedSync>] {
        guard let budget = queues.budget(now: now) else { return [] }
        return try await revocations.claim { number in
            let claimed = try await syncLeases.claim(now: now, budget: budget, epoch: epoch)
            queues.began(claimed.map(\.queue), now: now)
            metrics.inFlight(claimed.count)
            return QueueBatch.batches(of: claimed, claim: number)
        }
    }

    /// Sends leased deliveries of one queue; returns when all outcomes are recorded.
    ///
    /// `ended` is called for each when its outcome is recorded and its slot free.
    package func deliver(
        _ batch: QueueBatch<ClaimedDelivery>,
        _ epoch: Int,
        ended: (@Sendable (ClaimedDelivery) async -> Void)? = nil
    ) async {
        await deliveries.send(batch, epoch, ended: ended)
    }

    /// Sends leased silent sync pushes of one queue; returns when all outcomes are recorded.
    ///
    /// `ended` is called for each when its outcome is recorded and its slot free.
    package func deliver(
        _ batch: QueueBatch<ClaimedSync>,
        _ epoch: Int,
        ended: (@Sendable (ClaimedSync) async -> Void)? = nil
    ) async {
        await syncSender.send(batch, epoch, ended: ended)
    }

    /// Sends what was handed over.
    /// - Returns: until when it is known what has come due: the instant of the first of their claims, or now.
    private func send(
        _ handOvers: [ClaimTurns.HandOver],
        _ epoch: Int,
        now: Timestamp,
        in group: inout DiscardingTaskGroup
    ) async -> Timestamp {
        for handOver in handOvers {
            for batch in await sifted(handOver, epoch, now: now) { group.addTask { await deliver(batch, epoch) } }
        }
        return handOvers.reduce(now) { min($0, $1.at) }
    }

    private func round(_ epoch: Int, _ last: inout LastLook, in group: inout DiscardingTaskGroup) async throws
        -> RestartingLoop.Rest
    {
        // One instant for the whole round: a queue that begins to probe later would be missing in what is due.
        let now = clock.now
        let news = turns.news
        var looked = await send(turns.takeHandedOver(), epoch, now: now, in: &group)
        // Nothing has come due but what was handed over.
        if news != last.news || last.next.map({ $0 <= now }) == true || late.isAnySetAside {
            last.news = nil
            // Whoever has the turn wakes the loop at its end.
            guard turns.take() else { return .until(nil) }
            defer { turns.end() }
            // What was handed over meanwhile was due before what is claimed now.
            _ = await send(turns.takeHandedOver(), epoch, now: now, in: &group)
            // With no room at all the next attempt that ends wakes the loop.
            guard let deliveries = try await claimDue(epoch, now: now) else { return .until(nil) }
            for batch in deliveries { group.addTask { await deliver(batch, epoch) } }
            // A claim takes all that is due and has room. What comes due or finds room from now on wakes the loop.
            guard !late.isAnySetAside else { return .none }
            let syncs = try await claimSyncs(epoch, now: now)
            for batch in syncs { group.addTask { await deliver(batch, epoch) } }
            guard syncs.isEmpty else { return .none }
            looked = now
        }
        last.news = nil
        let next = try await store.nextDue(after: looked, holds: queues.holds(now: looked))
        last = LastLook(news: news, next: next)
        return .until(last.next)
    }
}
