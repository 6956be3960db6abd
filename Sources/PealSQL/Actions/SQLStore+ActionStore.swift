package import PealCore

extension SQLStore {
    /// What is known of a notification whose action is taken.
    package func actionFacts(of notification: NotificationID, app: AppID) async throws -> ActionFacts? {
        try await read { db in try ActionRows(app: app).facts(of: notification, db) }
    }

    /// The latest action of each of a user's notifications, bounded.
    package func actions(of user: UserID, app: AppID, limit: Int) async throws -> [HeldAction] {
        try await read { db in try ActionRows(app: app).held(of: user, limit: limit, db) }
    }
}
