public import PealCore

/// Reads what waits for users, which is re-evaluated when what it waits for has changed.
public protocol HeldPushStore: Sendable {
    /// What waits for a user, of pushes and deliveries at most ``UserWaits/limit``.
    func waits(of user: UserID, app: AppID) async throws -> UserWaits
}
