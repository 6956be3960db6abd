import PealCore
import PealProviderKit

/// Silent sync pushes as a kind of push.
///
/// They take a slot of their queue as deliveries do, and are tried twice at most: nobody waits for them.
struct SyncPushes: PushKind {
    let leases: SyncLeases
    let composer: SyncComposer
    let random: @Sendable () -> Double
    let metrics: PipelineMetrics

    /// The wait before the one retry.
    static let retryDelay = Duration.seconds(30)

    /// Something may be left for the device: what did not fit, or was read meanwhile.
    var leavesMore: Bool { true }

    func delivery(of item: ClaimedSync) -> DeliveryID? { nil }

    func recipient(of item: ClaimedSync) -> (device: DeviceID, user: UserID) { (item.device, item.state.user) }

    func message(for item: ClaimedSync, _: inout OpenedTexts, now: Timestamp) throws -> PushMessage {
        try composer.message(for: item, now: now)
    }

    func record(_ ended: [EndedPush<ClaimedSync>], _ epoch: Int) async throws {
        try await leases.record(ended.map { result(of: $0, epoch) })
        guard let item = ended.first?.item else { return }
        let counts = metrics.provider(QueueKey(app: item.app, provider: item.state.provider))
        for push in ended { counts.attempted(push.outcome) }
    }

    private func result(of push: EndedPush<ClaimedSync>, _ epoch: Int) -> SyncResult {
        let machine = DeliveryMachine(
            retry: .delays([Self.retryDelay]),
            onUnknown: .stop,
            expiresAt: push.item.state.expiresAt
        )
        let step = machine.step(
            after: push.outcome,
            retriesUsed: push.item.state.retries,
            // No resend goes uncounted.
            resendsUsed: .max,
            lastSeenAt: push.item.target.lastSeenAt,
            now: push.at,
            unit: random()
        )
        var retryAt: Timestamp?
        if case .retry(let at, _) = step.next { retryAt = at }
        return SyncResult(push: push.item, retryAt: retryAt, deviceChange: step.device, at: push.at, epoch: epoch)
    }
}
