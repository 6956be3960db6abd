public import PealCore
import PealEngine
public import PealStore

/// Changes of choices as the use case makes them.
extension PreferenceStore where Self: ChangeStore {
    /// Changes the choices of a user.
    public func updatePreferences(
        of user: UserID,
        app: AppID,
        now: Timestamp,
        _ change: (inout Preferences) -> Void
    ) async throws -> Preferences {
        try await ChangePreferences(store: self).update(of: user, app: app, now: now, change)
    }

    /// Sets a mute.
    public func put(_ mute: Mute, of user: UserID, app: AppID) async throws -> Mute? {
        try await ChangePreferences(store: self).mute(mute, of: user, app: app)
    }

    /// The mutes of a user that hold at an instant.
    public func mutes(of user: UserID, app: AppID, now: Timestamp) async throws -> [Mute] {
        try await mutes(of: user, app: app).filter { $0.holds(at: now) }
    }

    /// Deletes a mute.
    public func deleteMute(_ id: MuteID, of user: UserID, app: AppID) async throws -> Bool {
        try await ChangePreferences(store: self).unmute(id, of: user, app: app)
    }
}

/// Users as the use case puts them.
extension DirectoryStore where Self: ChangeStore {
    /// Puts a user.
    public func putUser(_ user: User, app: AppID) async throws -> (user: User, created: Bool) {
        try await PutUser(store: self)(user, app: app)
    }
}
