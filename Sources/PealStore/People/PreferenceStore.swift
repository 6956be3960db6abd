public import PealCore

/// Keeps what people chose and muted.
public protocol PreferenceStore: Sendable {
    /// The choices of a user; empty ones when they made none.
    func preferences(of user: UserID, app: AppID) async throws -> Preferences

    /// Reads, changes and writes the choices in one transaction.
    ///
    /// When quiet hours change, what they hold for the person falls due at once: a thousand pushes at most, the oldest. So
    /// it does when the person's zone changes, or that of the device they used last (R087, R088).
    func updatePreferences(
        of user: UserID,
        app: AppID,
        now: Timestamp,
        _ change: @escaping @Sendable (inout Preferences) -> Void
    ) async throws -> Preferences

    /// The mutes of a user that still hold, oldest first.
    func mutes(of user: UserID, app: AppID, now: Timestamp) async throws -> [Mute]

    /// Sets a mute, replacing one of the same scope; `nil` when ``PersonLimits/mutes`` of other scopes hold already.
    func put(_ mute: Mute, of user: UserID, app: AppID) async throws -> Mute?

    /// Takes a mute back; whether there was one.
    func deleteMute(_ id: MuteID, of user: UserID, app: AppID) async throws -> Bool

    /// The roles that bind mandatory categories: the user's and those of any membership.
    func roles(of user: UserID, app: AppID) async throws -> Set<String>
}
