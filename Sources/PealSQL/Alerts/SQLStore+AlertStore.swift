package import PealCore

extension SQLStore {
    /// The alerts of an app, or of all, by their keys.
    package func alerts(of app: AppID?) async throws -> [AppID: [Alert]] {
        try await read { db in try AlertRows.all(of: app, db) }
    }

    /// Since when what is due at an instant waits.
    package func oldestDue(of app: AppID, now: Timestamp) async throws -> OldestDue {
        try await read { db in try OldestDueRows(app: app, now: now).read(db) }
    }
}
