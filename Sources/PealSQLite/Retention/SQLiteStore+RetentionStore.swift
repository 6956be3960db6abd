public import PealCore
public import PealStore

extension SQLiteStore: RetentionStore {
    /// Looks at the next notifications of an app, oldest first.
    public func sweepNotifications(
        _ cut: RetentionCut,
        after: NotificationID?,
        limit: Int
    ) async throws -> RetentionStep<NotificationKind> {
        try await writer.perform(.progress, weight: limit * 3) { db in
            try NotificationSweep(cut: cut).step(after: after, limit: limit, db)
        }
    }

    /// Looks at the next triggers of an app, oldest first.
    public func sweepTriggers(
        _ cut: RetentionCut,
        after: TriggerID?,
        limit: Int
    ) async throws -> RetentionStep<TriggerKind> {
        try await writer.perform(.progress, weight: limit) { db in
            try TriggerSweep(cut: cut).step(after: after, limit: limit, db)
        }
    }

    /// Deletes some of the recipients whose local times cancelled triggers waited for.
    public func sweepLocalWaits(limit: Int) async throws -> Int {
        // Mostly there are none, and looking costs no write.
        guard try await read({ db in try LocalWaits.isAnybodyLeft(db) }) else { return 0 }
        return try await writer.perform(.progress, weight: limit) { db in try LocalWaits.sweep(limit: limit, db) }
    }
}
