public import PealCore
public import PealStore

/// Shows and changes a user's notification preferences (R067–R082).
public struct PreferenceCenter: Sendable {
    private let store: any PreferenceStore & DirectoryStore & DeviceStore
    private let changes: ChangePreferences
    private let catalogs: CatalogLookup
    private let ids: IDGenerator
    private let now: @Sendable () -> Timestamp

    /// Wires the use case.
    public init(
        store: any PreferenceStore & DirectoryStore & DeviceStore & ChangeStore,
        catalogs: @escaping CatalogLookup,
        ids: IDGenerator,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        changes = ChangePreferences(store: store)
        self.catalogs = catalogs
        self.ids = ids
        self.now = now
    }

    /// The preferences of a user; `nil` when there is no such user or app.
    public func view(of user: UserID, app: AppID) async throws -> PreferenceView? {
        guard let facts = try await facts(of: user, app: app) else { return nil }
        return try await view(of: facts, app: app, chosen: try await store.preferences(of: user, app: app))
    }

    /// Whether what a user may switch off depends on the roles of the user in an app.
    public func hasLocksByRole(_ app: AppID) -> Bool {
        catalogs(app, nil)?.categories.contains { if case .roles = $0.mandatory { $0.adjustable } else { false } }
            ?? false
    }

    /// Merges a change; field by field, the latest choice wins, whatever order they arrive in (R080).
    /// - Parameters:
    ///   - change: the change.
    ///   - user: the user.
    ///   - app: the app.
    ///   - clientTime: the time on the client's clock when it sent the change, where it said so.
    /// - Returns: the preferences then; `nil` when there is no such user or app.
    /// - Throws: ``PreferenceProblem`` when a part of it is not theirs to change; then nothing is changed.
    public func update(
        _ change: PreferenceChange,
        of user: UserID,
        app: AppID,
        clientTime: Timestamp? = nil
    ) async throws -> PreferenceView? {
        guard let facts = try await facts(of: user, app: app) else { return nil }
        let instant = now()
        let clock = clientTime.map { ClientClock(said: $0, at: instant) }
        let chosen = try await changes.update(of: user, app: app, now: instant) { chosen throws(PreferenceProblem) in
            let shown = facts.view(of: chosen, mutes: [], at: instant)
            try facts.check(change, shown: shown)
            let change = change.withoutTime(of: shown)
            let corrected = clock.map(change.corrected) ?? change
            chosen.apply(corrected, shown: shown, catalog: facts.catalog, now: instant)
        }
        return try await view(of: facts, app: app, chosen: chosen)
    }

    /// Goes back to the recommended settings (R077); what was chosen after the reset stays.
    /// - Parameters:
    ///   - user: the user.
    ///   - app: the app.
    ///   - reset: when the user asked for it, for example on a device that was offline; `nil` is now.
    ///   - clientTime: the time on the client's clock when it sent the reset, where it said so.
    /// - Returns: the preferences then; `nil` when there is no such user or app.
    /// - Throws: ``StoreError``.
    public func reset(of user: UserID, app: AppID, at reset: Timestamp? = nil, clientTime: Timestamp? = nil)
        async throws -> PreferenceView?
    {
        let instant = now()
        let clock = clientTime.map { ClientClock(said: $0, at: instant) }
        let at = reset.map { clock?.corrected($0) ?? $0 }
        guard let facts = try await facts(of: user, app: app) else { return nil }
        let chosen = try await changes.update(of: user, app: app, now: instant) { $0.reset(at: at, now: instant) }
        return try await view(of: facts, app: app, chosen: chosen)
    }

    /// Mutes something for a while, or until removed; replaces a mute of the same scope (R090, R091).
    /// - Throws: ``MuteLimitReached`` when the user has ``UserLimits/mutes`` others that hold.
    public func mute(
        _ scope: Mute.Scope,
        for duration: Duration?,
        user: UserID,
        app: AppID
    ) async throws -> Mute {
        let instant = now()
        let mute = Mute(id: ids.make(), scope: scope, until: duration.map { instant + $0 }, createdAt: instant)
        guard let stored = try await changes.mute(mute, of: user, app: app) else {
            throw MuteLimitReached(limit: UserLimits.mutes)
        }
        return stored
    }

    /// Takes a mute back; whether there was one.
    public func unmute(_ id: MuteID, user: UserID, app: AppID) async throws -> Bool {
        try await changes.unmute(id, of: user, app: app)
    }

    private func facts(of user: UserID, app: AppID) async throws -> PreferenceFacts? {
        guard let catalog = catalogs(app, nil), let stored = try await store.user(user, app: app) else { return nil }
        return PreferenceFacts(
            catalog: catalog,
            user: stored,
            roles: try await store.roles(of: user, app: app),
            devices: try await store.devices(of: user, app: app).map(RecipientSnapshot.DeviceFacts.init)
        )
    }

    private func view(of facts: PreferenceFacts, app: AppID, chosen: Preferences) async throws -> PreferenceView {
        let instant = now()
        let mutes = try await store.mutes(of: facts.user.id, app: app).filter { $0.holds(at: instant) }
        return facts.view(of: chosen, mutes: mutes, at: instant)
    }
}
