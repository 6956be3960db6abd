public import PealCore

/// Reads the actions that users took on notifications (R191–R198).
///
/// They are stored by ``Change/action(_:)`` and deleted with the notification.
public protocol ActionStore: Sendable {
    /// What is known of a notification whose action is taken, whoever's it is; `nil` when the app has none.
    func actionFacts(of notification: NotificationID, app: AppID) async throws -> ActionFacts?

    /// The latest action of each of a user's notifications, bounded, for their export.
    func actions(of user: UserID, app: AppID, limit: Int) async throws -> [HeldAction]
}
