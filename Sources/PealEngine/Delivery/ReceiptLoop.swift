public import Logging
import PealCore
import PealProviderKit
public import PealStore
public import ServiceLifecycle

/// Asks push services that answer later what became of accepted pushes, and acts when a receipt says otherwise.
public struct ReceiptLoop: Service {
    private let store: any DeliveryStore & QueueStore & ChangeStore
    private let providers: ProviderRegistry
    private let policies: DeliveryPolicies
    private let addresses: TokenInvalidation
    private let queues: QueueRegistry
    private let clock: any PealClock
    private let random: @Sendable () -> Double
    private let work: PipelineWakeUps
    private let metrics: PipelineMetrics
    private let logger: Logger

    /// The longest wait before a receipt that was not there is asked for again.
    static let longestWait = Duration.seconds(4 * 3600)
    /// The wait after a call that failed.
    static let failureWait = Duration.seconds(60)

    /// Wires the loop.
    ///
    /// `random` gives numbers in 0..<1 for the jitter of retries.
    public init(
        store: any DeliveryStore & QueueStore & ChangeStore,
        providers: ProviderRegistry,
        queues: QueueRegistry,
        catalogs: CatalogRegistry,
        clock: any PealClock,
        random: @escaping @Sendable () -> Double,
        work: PipelineWakeUps,
        metrics: PipelineMetrics,
        logger: Logger
    ) {
        self.store = store
        self.providers = providers
        self.queues = queues
        policies = DeliveryPolicies(catalogs: catalogs)
        addresses = TokenInvalidation(queues: ChangeQueues(store: store), metrics: metrics, logger: logger)
        self.clock = clock
        self.random = random
        self.work = work
        self.metrics = metrics
        self.logger = logger
    }

    /// Runs until graceful shutdown.
    public func run() async throws {
        await RestartingLoop(name: "receipts", wakeUp: work.receipts, clock: clock, metrics: metrics, logger: logger)
            .run { try await round() }
    }

    /// One round; returns when the next is needed.
    func round() async throws -> RestartingLoop.Rest {
        let now = clock.now
        let due = try await store.dueReceipts(now: now, limit: 300)
        guard let queue = due.first?.queue else { return .until(try await store.nextReceipt(after: now)) }
        let results = await ask(due, of: queue, now: now)
        try await RecordOutcomes(store: store).finish(results)
        return .none
    }

    private func ask(_ due: [PendingReceipt], of queue: QueueKey, now: Timestamp) async -> [ReceiptResult] {
        guard let provider = providers.client(queue.provider, of: queue.app) as? any ReceiptProvider else {
            return due.map { ReceiptResult(id: $0.id, app: queue.app, step: .done) }
        }
        let asked = Array(due.prefix(provider.receiptBatch))
        switch await provider.outcomes(of: asked.map(\.receipt)) {
        case .failure(let failure):
            logger.warning(
                "cannot fetch receipts",
                metadata: [
                    "app": "\(queue.app)", "provider": "\(queue.provider)",
                    "reason": "\(ReasonWords.of(failure.reason))", "code": "\(failure.reason)",
                ]
            )
            let wait = max(failure.retryAfter ?? .zero, Self.failureWait)
            let at = now + wait + .milliseconds(Int64(Double(wait.wholeMilliseconds) * 0.1 * random()))
            return asked.map { missing($0, again: at, now: now) }
        case .success(let outcomes):
            var results: [ReceiptResult] = []
            for receipt in asked { results.append(await read(outcomes[receipt.receipt], of: receipt, provider, now)) }
            return results
        }
    }

    private func read(
        _ outcome: SendOutcome?,
        of receipt: PendingReceipt,
        _ provider: any ReceiptProvider,
        _ now: Timestamp
    ) async -> ReceiptResult {
        guard let said = outcome else {
            let wait = min(
                provider.receiptDelay.wholeMilliseconds << Int64(min(receipt.asked, 10)),
                Self.longestWait.wholeMilliseconds
            )
            return missing(receipt, again: now + .milliseconds(wait), now: now)
        }
        let verdict = queues.judgeAddress(receipt.queue, said, of: receipt.id.device, now: now)
        await addresses.act(on: verdict, of: receipt.queue, now: now)
        let outcome = addresses.credible(said, verdict)
        if case .accepted = outcome { return ReceiptResult(id: receipt.id, app: receipt.queue.app, step: .done) }
        let machine = policies.machine(for: receipt.type, of: receipt.queue.app, expiresAt: receipt.expiresAt)
        let step = machine.step(
            afterReceipt: outcome,
            retriesUsed: receipt.retriesUsed,
            lastSeenAt: receipt.deviceLastSeenAt,
            canShrink: !receipt.isSmaller,
            now: now,
            unit: random()
        )
        let attempt = AttemptRecord(outcome, at: now)
        metrics.provider(receipt.queue).attempted(outcome)
        logger.notice(
            "a receipt reports a failed push",
            metadata: [
                "delivery": "\(receipt.id)", "app": "\(receipt.queue.app)", "provider": "\(receipt.queue.provider)",
                "reason": "\(attempt.reason ?? "")",
            ]
        )
        return ReceiptResult(
            id: receipt.id,
            app: receipt.queue.app,
            step: .contradicted(attempt, step.next, step.device)
        )
    }

    /// A receipt nobody has yet is asked for again until the push service forgets it; the push then stays accepted.
    private func missing(_ receipt: PendingReceipt, again at: Timestamp, now: Timestamp) -> ReceiptResult {
        let step: ReceiptResult.Step = at < receipt.forgottenAt ? .askAgain(at: at) : .done
        return ReceiptResult(id: receipt.id, app: receipt.queue.app, step: step)
    }
}
