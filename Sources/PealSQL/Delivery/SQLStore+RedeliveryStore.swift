package import PealCore

extension SQLStore {
    /// The pushes made for a device, of its user's latest notifications; the newest first.
    package func handedPushes(to device: DeviceID, of user: UserID, app: AppID) async throws -> [HandedPush] {
        try await read { db in try RedeliveryRows(app: app).handed(to: device, of: user, db) }
    }

    /// Pushes that are due to be re-evaluated, of each app the earliest first.
    package func dueRedeliveries(now: Timestamp, limit: Int) async throws -> [AppID: [HandedPush]] {
        try await read { db in try RedeliveryRows.due(now: now, limit: limit, db) }
    }

    /// When the next one is due, later than an instant.
    package func nextRedelivery(after now: Timestamp) async throws -> Timestamp? {
        try await read { db in
            try WaitingApps.redelivered.earliest("due_at", after: now, db).map { Timestamp(milliseconds: $0) }
        }
    }
}
