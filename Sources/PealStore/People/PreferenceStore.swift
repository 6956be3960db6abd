public import PealCore

/// Reads what users chose and muted.
public protocol PreferenceStore: HeldPushStore {
    /// The choices of a user; empty ones when they made none.
    func preferences(of user: UserID, app: AppID) async throws -> Preferences

    /// The mutes of a user that still hold, oldest first.
    func mutes(of user: UserID, app: AppID, now: Timestamp) async throws -> [Mute]

    /// The roles that bind mandatory categories: the user's own and those of memberships.
    func roles(of user: UserID, app: AppID) async throws -> HeldRoles
}
