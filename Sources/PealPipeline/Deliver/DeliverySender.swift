import Logging
import PealCore
import PealProviderKit
import PealStore
import ServiceLifecycle

/// Carries one claimed delivery from its message to its recorded outcome.
struct DeliverySender: Sendable {
    let store: any DeliveryStore
    let providers: ProviderRegistry
    let policies: DeliveryPolicies
    let composer: MessageComposer
    let addresses: AddressTrust
    let lanes: LaneBook
    let clock: any PealClock
    let random: @Sendable () -> Double
    let work: WorkSignals
    let metrics: PipelineMetrics
    let crash: CrashPoints
    let logger: Logger

    @concurrent
    func deliver(_ delivery: ClaimedDelivery, _ epoch: Int) async {
        let said = await attempt(delivery)
        crash.pass(.afterSend)
        let now = clock.now
        // The slot is given back when the outcome is on disk: no more is sent than can be recorded.
        let trust = lanes.judgeAddress(delivery.lane, said, now: now)
        let outcome = addresses.credible(said, trust)
        await store(result(of: outcome, delivery, at: now, epoch))
        let wakes = lanes.ended(delivery.lane, said, now: now, unit: random())
        // What is in memory only: the slot, and whether the queue is open. The store says the rest by its events.
        if wakes { work.deliverable.fire() }
        await addresses.act(on: trust, of: delivery.lane, now: now)
        work.progress.fire()
    }

    private func attempt(_ delivery: ClaimedDelivery) async -> SendOutcome {
        guard let provider = providers.client(delivery.provider, of: delivery.app) else {
            return .rejected(reason: "no \(delivery.provider) client is configured", scope: .configuration)
        }
        do {
            return await provider.send(try composer.message(for: delivery, now: clock.now))
        } catch {
            logger.error("cannot compose a push", metadata: ["delivery": "\(delivery.id)", "error": "\(error)"])
            return .rejected(reason: "cannot be composed", scope: .message)
        }
    }

    /// Keeps trying while the store cannot write.
    ///
    /// Ended by shutdown, the lease stays, and the next start treats the delivery as interrupted.
    private func store(_ result: DeliveryResult) async {
        guard await persisting({ try await store.record([result]) }) != nil else { return }
        crash.pass(.afterRecord)
    }

    /// Runs a change until it is on disk; `nil` when shutdown came first.
    func persisting<Value: Sendable>(_ change: () async throws -> Value) async -> Value? {
        var failures = 0
        while true {
            do {
                return try await change()
            } catch {
                failures = min(failures + 1, 6)
                metrics.loopErrors.increment()
                logger.error("cannot record the outcome of pushes", metadata: ["error": "\(error)"])
                guard !Task.isCancelled, !Task.isShuttingDownGracefully else { return nil }
                let pause = clock.now + .milliseconds(100 << failures)
                await cancelWhenGracefulShutdown { [clock] in try? await clock.sleep(until: pause) }
            }
        }
    }

    private func result(
        of outcome: SendOutcome,
        _ delivery: ClaimedDelivery,
        at now: Timestamp,
        _ epoch: Int
    ) -> DeliveryResult {
        let machine = policies.machine(for: delivery.type, of: delivery.app, expiresAt: delivery.expiresAt)
        let step = machine.step(
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
        log(outcome, of: delivery, at: now)
        return DeliveryResult(
            id: delivery.id,
            app: delivery.app,
            attempt: attempt,
            next: step.next,
            device: step.device,
            receipt: receipt(of: outcome, delivery, at: now),
            epoch: epoch
        )
    }

    private func receipt(of outcome: SendOutcome, _ delivery: ClaimedDelivery, at now: Timestamp) -> ReceiptPlan? {
        guard case .accepted(let receipt?) = outcome,
            let provider = providers.client(delivery.provider, of: delivery.app) as? any ReceiptProvider
        else { return nil }
        return ReceiptPlan(
            receipt: receipt,
            dueAt: now + provider.receiptDelay,
            forgottenAt: now + provider.receiptLifetime
        )
    }

    /// Starts this process's epoch, trying until the store can write; `nil` when shutdown came first.
    func beginEpoch() async -> Int? { await persisting { try await store.beginEpoch() } }

    /// What older epochs left in flight is sent again.
    ///
    /// Written in batches: hundreds may be left, and a commit for each would keep a fresh process from its work.
    func settleInterrupted(_ epoch: Int) async {
        let batch = 500
        while true {
            guard let lost = await persisting({ try await store.interrupted(epoch: epoch, limit: batch) }),
                await persisting({ try await store.record(lost.map { interruption(of: $0, epoch) }) }) != nil
            else { return }
            if lost.count < batch { return }
        }
    }

    private func interruption(of delivery: ClaimedDelivery, _ epoch: Int) -> DeliveryResult {
        let now = clock.now
        let machine = policies.machine(for: delivery.type, of: delivery.app, expiresAt: delivery.expiresAt)
        return DeliveryResult(
            id: delivery.id,
            app: delivery.app,
            attempt: AttemptRecord(.unknown(reason: "process ended while sending"), at: now),
            next: machine.stepAfterInterruption(resendsUsed: delivery.resendsUsed, now: now),
            device: .none,
            epoch: epoch
        )
    }

    private func log(_ outcome: SendOutcome, of delivery: ClaimedDelivery, at now: Timestamp) {
        if case .accepted = outcome { return }
        let metadata: Logger.Metadata = [
            "delivery": "\(delivery.id)", "app": "\(delivery.app)", "provider": "\(delivery.provider)",
            "reason": "\(AttemptRecord(outcome, at: now).reason ?? "")",
        ]
        switch outcome {
        case .accepted: break
        case .rejected(_, .configuration):
            logger.error("the push service rejects this app's configuration", metadata: metadata)
        case .gone, .rejected: logger.notice("push rejected permanently", metadata: metadata)
        case .throttled, .unavailable, .notProcessed, .unknown: logger.debug("attempt failed", metadata: metadata)
        }
    }
}
