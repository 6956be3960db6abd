public import PealCore
public import PealStore

/// Changes what a user chose and muted.
public struct ChangePreferences: Sendable {
    private let store: any PreferenceStore & ChangeStore

    /// Wires the use case.
    public init(store: any PreferenceStore & ChangeStore) { self.store = store }

    /// Changes the choices of a user.
    ///
    /// When the quiet hours change, what they hold for the user is decided again now (R087, R088).
    /// - Parameters:
    ///   - user: the user.
    ///   - app: the app.
    ///   - now: when.
    ///   - change: changes the choices; called again when they were changed meanwhile.
    /// - Returns: the choices as they are stored then.
    /// - Throws: ``StoreError``, and what the change throws; then nothing is written.
    public func update(
        of user: UserID,
        app: AppID,
        now: Timestamp,
        _ change: (inout Preferences) throws -> Void
    ) async throws -> Preferences {
        try await store.applyPlanned(to: app) { _ in
            let before = try await store.preferences(of: user, app: app)
            var after = before
            try change(&after)
            guard let plan = PreferencePlan(from: before, to: after, at: now) else { return ([], before) }
            var changes = [Change.preferences(.choose(plan), of: user)]
            if var held = HeldReevaluation(of: user, after: before, became: plan.after, at: now) {
                held.waits = try await store.waits(of: user, app: app)
                changes.append(.preferences(.reevaluate(held), of: user))
            }
            return (changes, plan.after)
        }
    }

    /// Sets a mute in place of one of the same scope.
    /// - Returns: the mute; `nil` when ``UserLimits/mutes`` of other scopes hold already.
    /// - Throws: ``StoreError``.
    public func mute(_ mute: Mute, of user: UserID, app: AppID) async throws -> Mute? {
        try await store.applyPlanned(to: app) { _ in
            let before = try await store.mutes(of: user, app: app)
            guard let plan = MutePlan(setting: mute, among: before, limit: UserLimits.mutes) else { return ([], nil) }
            return ([.preferences(.mute(plan), of: user)], mute)
        }
    }

    /// Deletes a mute; whether there was one.
    /// - Throws: ``StoreError``.
    public func unmute(_ id: MuteID, of user: UserID, app: AppID) async throws -> Bool {
        try await store.applies([.preferences(.unmute(id), of: user)], to: app)
    }
}
