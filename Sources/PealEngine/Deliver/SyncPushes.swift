import PealCore
import PealProviderKit
import PealStore

/// Silent sync pushes as a kind of push.
///
/// They take a slot of their queue as deliveries do, and are tried twice at most: nobody waits for them.
struct SyncPushes: PushKind {
    let store: any SignalStore
    let composer: SignalComposer
    let random: @Sendable () -> Double
    let metrics: PipelineMetrics

    /// The wait before the one retry.
    static let retryDelay = Duration.seconds(30)

    /// Something may be left for the device: what did not fit, or was read meanwhile.
    var leavesMore: Bool { true }

    func delivery(of item: ClaimedSignal) -> DeliveryID? { nil }

    func recipient(of item: ClaimedSignal) -> (device: DeviceID, user: UserID) { (item.device, item.userID) }

    func message(for item: ClaimedSignal, now: Timestamp) throws -> PushMessage {
        try composer.message(for: item, now: now)
    }

    func record(_ ended: [EndedPush<ClaimedSignal>], _ epoch: Int) async throws {
        try await store.record(ended.map { result(of: $0, epoch) })
        for push in ended {
            metrics.attempted(push.item.provider, AttemptRecord(push.outcome, at: push.at).outcome)
        }
    }

    private func result(of push: EndedPush<ClaimedSignal>, _ epoch: Int) -> SignalResult {
        let machine = DeliveryMachine(
            retry: .delays([Self.retryDelay]),
            onUnknown: .stop,
            expiresAt: push.item.expiresAt
        )
        let step = machine.step(
            after: push.outcome,
            retriesUsed: push.item.retriesUsed,
            // No resend goes uncounted.
            resendsUsed: .max,
            lastSeenAt: push.item.deviceLastSeenAt,
            now: push.at,
            unit: random()
        )
        var retryAt: Timestamp?
        if case .retry(let at, _) = step.next { retryAt = at }
        return SignalResult(signal: push.item, retryAt: retryAt, deviceChange: step.device, at: push.at, epoch: epoch)
    }
}
