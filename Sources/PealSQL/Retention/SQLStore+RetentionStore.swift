package import PealCore

extension SQLStore {
    /// The next notifications of an app that were decided before an instant, oldest first.
    package func agedNotifications(
        of app: AppID,
        before instant: Timestamp,
        after last: NotificationID?,
        limit: Int
    ) async throws -> [AgedNotification] {
        try await read { db in
            try RetentionRows(app: app).notifications(before: instant, after: last, limit: limit, db)
        }
    }

    /// The next triggers of an app that were accepted before an instant, oldest first.
    package func agedTriggers(
        of app: AppID,
        before instant: Timestamp,
        after last: TriggerID?,
        limit: Int
    ) async throws -> [AgedTrigger] {
        try await read { db in try RetentionRows(app: app).triggers(before: instant, after: last, limit: limit, db) }
    }

    /// Deletes what is known of an app's rejected and duplicate requests from before an instant.
    package func sweepRejections(of app: AppID, before instant: Timestamp) async throws {
        try await writer.perform(.progress) { db in try RejectedRequestRows.sweep(app: app, before: instant, db) }
    }

    /// Deletes some of the recipients whose local times cancelled triggers waited for.
    package func sweepLocalWaits(limit: Int) async throws -> Int {
        // Mostly there are none, and looking costs no write.
        guard try await read({ db in try LocalWaits.isAnybodyLeft(db) }) else { return 0 }
        return try await writer.perform(.progress, weight: limit) { db in try LocalWaits.sweep(limit: limit, db) }
    }
}
