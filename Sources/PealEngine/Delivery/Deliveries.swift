import Logging
import PealCore
import PealProviderKit
import PealStore

/// Notifications to devices as a kind of push: their messages, and what their outcomes lead to.
struct Deliveries: PushKind {
    let outcomes: RecordOutcomes
    let providers: ProviderRegistry
    let policies: DeliveryPolicies
    let composer: MessageComposer
    let directory: any DirectoryStore
    let random: @Sendable () -> Double
    let metrics: PipelineMetrics
    let crash: CrashPoints
    let logger: Logger

    /// An attempt leaves nothing to do but a retry, which the store says by its events.
    var leavesMore: Bool { false }

    func delivery(of item: ClaimedDelivery) -> DeliveryID? { item.id }

    func recipient(of item: ClaimedDelivery) -> (device: DeviceID, user: UserID) { (item.id.device, item.userID) }

    /// The events that the pushes ask about: they say until when an arrival can be stated.
    func texts(for items: [ClaimedDelivery]) async throws -> OpenedTexts {
        // A batch is of one queue.
        guard let app = items.first?.app, let eta = composer.catalogs.inForce(app)?.eta else { return OpenedTexts() }
        var events: [EntityRef: Entity] = [:]
        for item in items where eta.requests.contains(item.notification.type) {
            guard let event = item.notification.entity, events[event] == nil else { continue }
            events[event] = try await directory.entity(event, app: app)
        }
        return OpenedTexts(events: events)
    }

    func message(for item: ClaimedDelivery, _ texts: inout OpenedTexts, now: Timestamp) throws -> PushMessage {
        try composer.message(for: item, &texts, now: now)
    }

    func record(_ ended: [EndedPush<ClaimedDelivery>], _ epoch: Int) async throws {
        for _ in ended { crash.pass(.afterSend) }
        let results = ended.map { result(of: $0, epoch) }
        try await outcomes.record(results)
        for _ in ended { crash.pass(.afterRecord) }
        // A batch is of one queue.
        guard let queue = ended.first?.item.queue else { return }
        let counts = metrics.provider(queue)
        for index in ended.indices { count(ended[index], results[index], in: counts) }
        counts.latency.record(ended.lazy.compactMap(\.latency))
    }

    private func result(of push: EndedPush<ClaimedDelivery>, _ epoch: Int) -> DeliveryResult {
        let delivery = push.item
        let machine = policies.machine(for: delivery.notification.type, of: delivery.app, expiresAt: delivery.expiresAt)
        let step = machine.step(
            after: push.outcome,
            retriesUsed: delivery.spent.retries,
            resendsUsed: delivery.spent.resends,
            lastSeenAt: delivery.device.lastSeenAt,
            canShrink: !delivery.isSmaller,
            now: push.at,
            unit: random()
        )
        return DeliveryResult(
            id: delivery.id,
            app: delivery.app,
            attempt: AttemptRecord(push.outcome, at: push.at),
            next: step.next,
            device: step.device,
            receipt: receipt(of: push),
            epoch: epoch,
            alertsOnFailure: delivery.alertsOnFailure
        )
    }

    private func receipt(of push: EndedPush<ClaimedDelivery>) -> ReceiptPlan? {
        guard case .accepted(let receipt?) = push.outcome,
            let provider = providers.client(push.item.provider, of: push.item.app) as? any ReceiptProvider
        else { return nil }
        return ReceiptPlan(
            receipt: receipt,
            dueAt: push.at + provider.receiptDelay,
            forgottenAt: push.at + provider.receiptLifetime
        )
    }

    private func count(_ push: EndedPush<ClaimedDelivery>, _ result: DeliveryResult, in counts: ProviderMetrics) {
        counts.attempted(push.outcome)
        if case .end(let state, _) = result.next { metrics.app(push.item.app).ended(state) }
        if case .accepted = push.outcome { return }
        let metadata: Logger.Metadata = [
            "delivery": "\(push.item.id)", "app": "\(push.item.app)", "provider": "\(push.item.provider)",
            "reason": "\(result.attempt.detail ?? "")", "code": "\(result.attempt.reason ?? "")",
        ]
        switch push.outcome {
        case .accepted: break
        case .rejected(_, .configuration):
            let isClock = result.attempt.reason?.hasPrefix(ClockReason.prefix) == true
            logger.error(
                isClock
                    ? "the clock of this machine is wrong, and the push service rejects the credentials for it"
                    : "the push service rejects this app's configuration",
                metadata: metadata
            )
        case .gone, .rejected: logger.notice("push rejected permanently", metadata: metadata)
        case .throttled, .unavailable, .notProcessed, .unknown: logger.debug("attempt failed", metadata: metadata)
        }
    }
}
