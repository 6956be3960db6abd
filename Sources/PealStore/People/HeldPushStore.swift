public import PealCore

/// Reads the held pushes of users, which are decided again when what holds them has changed.
public protocol HeldPushStore: Sendable {
    /// The held pushes of a user, by identifier, at most ``HeldPush/limit``.
    func heldPushes(of user: UserID, app: AppID) async throws -> [HeldPush]
}
