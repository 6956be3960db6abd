public import PealCore
public import PealStore

extension MemoryStore: ActionStore {
    /// What is known of a notification whose action is taken.
    public func actionFacts(of notification: NotificationID, app: AppID) async throws -> ActionFacts? {
        read(app) { $0.actionFacts(of: notification) }
    }

    /// The latest action of each of a user's notifications, bounded.
    public func actions(of user: UserID, app: AppID, limit: Int) async throws -> [HeldAction] {
        read(app) { $0.heldActions(of: user, limit: limit) }
    }
}
