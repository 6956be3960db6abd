public import PealCore
public import PealStore

extension MemoryStore: SignalStore {
    /// Leases due silent sync pushes to this epoch.
    public func claimSignals(now: Timestamp, budget: ClaimBudget, epoch: Int) async throws -> [ClaimedSignal] {
        try await write { contents in
            var claimed: [ClaimedSignal] = []
            var left = budget
            for lane in contents.lanes(\.syncProviders, leastBusyFirst: budget) {
                // Each round leases, postpones or ends all it reads, so it never reads the same again.
                while true {
                    let room = left.room(of: lane, .low)
                    let due = contents[lane.app].dueSyncs(lane.provider, now: now)
                    guard room > 0, !due.isEmpty else { break }
                    for row in due.prefix(room) {
                        guard let signal = contents[lane.app].claim(row, now: now, epoch: epoch) else { continue }
                        claimed.append(signal)
                        left.take(lane)
                    }
                }
            }
            return claimed
        }
    }

    /// What silent sync pushes of a user are planned from.
    public func syncFacts(of user: UserID, app: AppID, about ids: [NotificationID]) async throws -> SyncFacts {
        read(app) { $0.syncFacts(of: user, about: ids) }
    }

    /// Writes what became of silent sync pushes in one transaction.
    public func record(_ results: [SignalResult]) async throws {
        try await write { contents in
            for result in results { contents[result.signal.app].record(result) }
        }
    }
}
