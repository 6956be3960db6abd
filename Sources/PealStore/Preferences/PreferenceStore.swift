public import PealCore

/// Reads what users chose and muted.
public protocol PreferenceStore: HeldPushStore {
    /// The choices of a user; empty ones when they made none.
    func preferences(of user: UserID, app: AppID) async throws -> Preferences

    /// All mutes of a user, oldest first; some may have ended.
    func mutes(of user: UserID, app: AppID) async throws -> [Mute]

    /// The roles that bind mandatory categories: the user's own and those of memberships.
    func roles(of user: UserID, app: AppID) async throws -> HeldRoles
}
