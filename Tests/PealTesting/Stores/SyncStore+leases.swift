import PealCore
import PealEngine
import PealStore

extension SyncStore where Self: DeliveryStore & ChangeStore {
    /// Leases due silent sync pushes.
    func claimSyncs(now: Timestamp, budget: ClaimBudget, epoch: Int) async throws -> [ClaimedSync] {
        try await SyncLeases(store: self, providers: .shipped).claim(now: now, budget: budget, epoch: epoch)
    }

    /// Writes what became of silent sync pushes.
    func record(_ results: [SyncResult]) async throws {
        try await SyncLeases(store: self, providers: .shipped).record(results)
    }
}
