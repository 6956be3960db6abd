public import PealCore
public import PealStore

extension SQLiteStore: SignalStore {
    /// Leases due signals to this epoch.
    public func claimSignals(now: Timestamp, budget: ClaimBudget, epoch: Int) async throws -> [ClaimedSignal] {
        // Most of the time there are none, and looking costs no commit.
        let isAnyDue = try await read { db in
            try DueWork.isSignalDue(at: now, db) { budget.room(of: $0, .low) > 0 }
        }
        guard isAnyDue else { return [] }
        return try await writer.perform(.progress, weight: budget.total.ordinary) { db in
            try DeviceSignals.claim(now: now, budget: budget, epoch: epoch, db)
        }
    }

    /// What silent sync pushes of a user are planned from.
    public func syncFacts(of user: UserID, app: AppID, about ids: [NotificationID]) async throws -> SyncFacts {
        try await read { db in try SyncRows(app: app, user: user).facts(about: ids, db) }
    }

    /// Writes what became of signals in one transaction.
    public func record(_ results: [SignalResult]) async throws {
        try await writer.perform(.progress, weight: results.count) { db, events in
            for result in results { try DeviceSignals.record(result, &events, db) }
        }
    }
}
