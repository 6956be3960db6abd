import Logging
import PealCore
import PealProviderKit
import PealStore

/// Carries one claimed delivery of a channel from its message to its recorded outcome.
struct ChannelSender: Sendable {
    let store: any ChangeStore & ChannelStore
    let providers: ProviderRegistry
    let policies: DeliveryPolicies
    let composer: ChannelComposer
    let addresses: TokenInvalidation
    let queues: QueueRegistry
    let reports: QueueReports
    let clock: any PealClock
    let random: @Sendable () -> Double
    let work: PipelineWakeUps
    let metrics: PipelineMetrics
    let writes: OutcomeWriting
    let logger: Logger

    /// How long a delivery waits whose address cannot be read again.
    private static let pause = Duration.seconds(10)

    /// Sends it; returns when its outcome is on disk.
    @concurrent
    func send(_ claimed: ClaimedChannelDelivery, _ epoch: Int) async {
        var claimed = claimed
        do {
            guard try await renewAddress(of: &claimed) else { return await leave(claimed, .end(.noDevice), epoch) }
        } catch {
            writes.failed(error)
            let later = min(clock.now + Self.pause, claimed.delivery.expiresAt)
            return await leave(claimed, .wait(until: later), epoch)
        }
        let answer = await attempt(claimed)
        let now = clock.now
        answered(claimed.queue, answer, now)
        let verdict = queues.judgeAddress(claimed.queue, answer, of: nil, now: now)
        let outcome = addresses.credible(answer, verdict)
        let delivery = claimed.delivery
        let step = policies.machine(for: claimed.notification.type, of: claimed.app, expiresAt: delivery.expiresAt)
            .step(
                after: outcome,
                retriesUsed: delivery.retriesUsed,
                resendsUsed: delivery.resendsUsed,
                lastSeenAt: claimed.address?.createdAt ?? claimed.notification.createdAt,
                now: now,
                unit: random()
            )
        let attempt = AttemptRecord(outcome, at: now)
        var changes: [Change] = []
        if let ended = ChannelOutcome(of: delivery.id, epoch: epoch, attempt: attempt, step.next) {
            changes.append(.channel(.record(ended)))
        }
        if step.device != .none, let address = claimed.address {
            changes.append(.channel(.quarantine(address, at: now)))
        }
        await record(changes, of: claimed)
        count(outcome, attempt, step.next, of: claimed)
        await reports.store(claimed.queue)
        finish(claimed, now)
        await addresses.act(on: verdict, of: claimed.queue, now: now)
    }

    /// Reads the address again that the claim found: it may have been removed or replaced meanwhile, and no claim sees that.
    /// - Returns: whether it can be sent to; `true` for a channel without addresses.
    /// - Throws: ``StoreError``.
    private func renewAddress(of claimed: inout ClaimedChannelDelivery) async throws -> Bool {
        guard let found = claimed.address else { return true }
        let addresses = try await store.channelAddresses(of: found.user, app: claimed.app)
        claimed.address = addresses.first { $0.channel == found.channel && $0.isActive }
        return claimed.address != nil
    }

    /// Records what the rules say of one that is not sent now.
    func leave(_ claimed: ClaimedChannelDelivery, _ next: DeliveryMachine.Reevaluation, _ epoch: Int) async {
        let now = clock.now
        if let ended = ChannelOutcome(of: claimed.delivery.id, epoch: epoch, next, at: now) {
            await record([.channel(.record(ended))], of: claimed)
        }
        // Nothing was sent: it says nothing of the service.
        answered(claimed.queue, .notProcessed(reason: "not sent"), now)
        finish(claimed, now)
    }

    private func answered(_ queue: QueueKey, _ answer: SendOutcome, _ now: Timestamp) {
        let isOpening = reports.answered(queue, CollectionOfOne(answer), now: now, unit: random())
        if isOpening { work.deliverable.fire() }
    }

    /// Ended by shutdown, the lease stays, and the next start treats the delivery as interrupted.
    private func record(_ changes: [Change], of claimed: ClaimedChannelDelivery) async {
        _ = await writes.untilWritten { try await store.applies(changes, to: claimed.app) }
    }

    private func attempt(_ claimed: ClaimedChannelDelivery) async -> SendOutcome {
        let channel = claimed.delivery.id.channel
        guard let notifier = providers.notifier(channel, of: claimed.app),
            let traits = providers.installed.channels[channel]
        else { return .rejected(reason: "no \(channel) client is configured", scope: .configuration) }
        do {
            let notice = try composer.notice(for: claimed, of: traits, now: clock.now)
            return await notifier.send(notice).withSafeReason
        } catch {
            logger.error(
                "cannot compose what a channel sends",
                metadata: ["delivery": "\(claimed.delivery.id)", "app": "\(claimed.app)", "error": "\(error)"]
            )
            return .rejected(reason: "cannot be composed", scope: .message)
        }
    }

    private func finish(_ claimed: ClaimedChannelDelivery, _ now: Timestamp) {
        metrics.inFlight(-1)
        if queues.ended(claimed.queue, now: now) { work.deliverable.fire() }
        work.progress.fire()
    }

    private func count(
        _ outcome: SendOutcome,
        _ attempt: AttemptRecord,
        _ next: DeliveryMachine.Next,
        of claimed: ClaimedChannelDelivery
    ) {
        metrics.provider(claimed.queue).attempted(outcome)
        if case .end(let state, _) = next { metrics.app(claimed.app).ended(state) }
        let metadata: Logger.Metadata = [
            "delivery": "\(claimed.delivery.id)", "app": "\(claimed.app)", "reason": "\(attempt.detail ?? "")",
            "code": "\(attempt.reason ?? "")",
        ]
        switch outcome {
        case .accepted: break
        case .rejected(_, .configuration):
            logger.error("the service of a channel rejects this app's configuration", metadata: metadata)
        case .gone, .rejected: logger.notice("what a channel sent was rejected permanently", metadata: metadata)
        case .throttled, .unavailable, .notProcessed, .unknown: logger.debug("attempt failed", metadata: metadata)
        }
    }
}
