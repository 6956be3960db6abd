import PealCore
import PealStore

/// What a process does before it sends anything: it starts its epoch, and resolves what older processes left in flight.
struct InterruptedDeliveries: Sendable {
    let store: any DeliveryStore & SyncStore & ChangeStore
    let syncs: SyncLeases
    let policies: DeliveryPolicies
    let clock: any PealClock
    let writes: OutcomeWriting

    /// How many are resolved in one transaction: hundreds may be left, and a commit each would keep a new process from
    /// its work.
    private static let batch = 500

    /// Starts this process's epoch and sends again what older ones left in flight; `nil` when shutdown came first.
    func begin() async -> Int? {
        guard let epoch = await writes.untilWritten({ try await store.beginEpoch() }) else { return nil }
        let outcomes = RecordOutcomes(store: store)
        guard await writes.untilWritten({ try await syncs.takeOver(before: epoch) }) != nil else { return epoch }
        while true {
            guard
                let lost = await writes.untilWritten({ try await store.interrupted(epoch: epoch, limit: Self.batch) }),
                await writes.untilWritten({ try await outcomes.record(lost.map { result(of: $0, epoch) }) }) != nil
            else { return epoch }
            if lost.count < Self.batch { return epoch }
        }
    }

    private func result(of delivery: ClaimedDelivery, _ epoch: Int) -> DeliveryResult {
        let now = clock.now
        let machine = policies.machine(for: delivery.notification.type, of: delivery.app, expiresAt: delivery.expiresAt)
        return DeliveryResult(
            id: delivery.id,
            app: delivery.app,
            attempt: AttemptRecord(.unknown(reason: "process ended while sending"), at: now),
            next: machine.stepAfterInterruption(resendsUsed: delivery.spent.resends, now: now),
            device: .none,
            epoch: epoch,
            alertsOnFailure: delivery.alertsOnFailure
        )
    }
}
