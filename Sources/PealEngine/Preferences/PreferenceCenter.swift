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
        try await view(of: user, app: app, chosen: try await store.preferences(of: user, app: app))
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
        guard let catalog = catalogs(app, nil) else { return nil }
        try check(change, catalog: catalog, roles: try await store.roles(of: user, app: app))
        let instant = now()
        let change = clientTime.map { change.corrected(by: ClientClock(said: $0, at: instant)) } ?? change
        let chosen = try await changes.update(of: user, app: app, now: instant) {
            $0.apply(change, catalog: catalog, now: instant)
        }
        return try await view(of: user, app: app, chosen: chosen)
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
        let chosen = try await changes.update(of: user, app: app, now: instant) { $0.reset(at: at, now: instant) }
        return try await view(of: user, app: app, chosen: chosen)
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

    private func view(of user: UserID, app: AppID, chosen: Preferences) async throws -> PreferenceView? {
        guard let catalog = catalogs(app, nil), let stored = try await store.user(user, app: app) else { return nil }
        let instant = now()
        let roles = try await store.roles(of: user, app: app)
        let devices = try await store.devices(of: user, app: app).map(RecipientSnapshot.DeviceFacts.init)
        let snapshot = RecipientSnapshot(userID: user, user: stored, preferences: chosen, devices: devices)
        let locale = snapshot.locale(in: catalog)
        return PreferenceView(
            userID: user,
            categories: catalog.categories.filter(\.adjustable).map {
                Self.view(
                    of: $0,
                    chosen: chosen,
                    roles: roles,
                    locale: locale,
                    others: catalog.installed.channels.ids
                )
            },
            global: ChannelSwitches(others: catalog.installed.channels.ids) {
                chosen.globalSwitch($0, defaults: catalog.preferenceDefaults)
            },
            quietHours: Self.quietHours(chosen, catalog: catalog, zone: snapshot.timeZone(in: catalog)),
            mutes: try await store.mutes(of: user, app: app).filter { $0.holds(at: instant) },
            version: chosen.version,
            updatedAt: chosen.updatedAt ?? stored.createdAt,
            syncedAt: instant
        )
    }

    private static func view(
        of category: Category,
        chosen: Preferences,
        roles: HeldRoles,
        locale: String,
        others: [Channel]
    ) -> CategoryView {
        let lockReason = lockReason(category, roles: roles)
        let isLocked = lockReason != nil
        return CategoryView(
            key: category.key,
            name: category.name,
            title: category.title.text(for: locale) ?? category.key,
            description: category.description.text(for: locale) ?? "",
            icon: category.icon,
            enabled: isLocked || chosen.isEnabled(category),
            channels: ChannelSwitches(others: others) {
                isLocked && category.keepsOn($0) || chosen.channelSwitch($0, in: category)
            },
            lockReason: lockReason
        )
    }

    private static func lockReason(_ category: Category, roles: HeldRoles) -> String? {
        guard category.mandatory.binds(roles) else { return nil }
        guard case .roles = category.mandatory else { return "Required for all users" }
        return "Required for your role"
    }

    private static func quietHours(_ chosen: Preferences, catalog: Catalog, zone: String) -> QuietHoursView? {
        guard catalog.features.quietHours, let policy = catalog.quietHours else { return nil }
        let own = policy.editable ? chosen.quietHours : Preferences.QuietChoices()
        return QuietHoursView(
            enabled: own.enabled?.value ?? policy.enabledByDefault,
            window: own.window(of: policy),
            timeZone: zone,
            editable: policy.editable
        )
    }

    private func check(_ change: PreferenceChange, catalog: Catalog, roles: HeldRoles) throws(PreferenceProblem) {
        var problem: PreferenceProblem?
        func add(_ kind: PreferenceProblem.Kind, _ detail: String, _ pointer: String) {
            problem = problem ?? PreferenceProblem(kind: kind, details: [])
            problem?.details.append((detail, pointer))
        }
        let known = KnownNames(catalog.categories.filter(\.adjustable).map(\.key))
        var hints = HintAllowance()
        for (key, wanted) in change.categories.sorted(by: { $0.key < $1.key }) {
            let pointer = "/categories/\(JSONPointer.escape(key))"
            guard let category = catalog.category(key: key), category.adjustable else {
                add(
                    .unknownCategory,
                    "unknown category `\(key.prefix(64))`" + hints.hint(for: key, among: known),
                    pointer
                )
                continue
            }
            guard let reason = Self.lockReason(category, roles: roles) else { continue }
            if wanted.enabled == false { add(.locked, reason, pointer + "/enabled") }
            for (channel, value) in wanted.channels.sorted(by: { $0.key.rawValue < $1.key.rawValue })
            where !value && category.keepsOn(channel) {
                add(.locked, reason, "\(pointer)/channels/\(channel.rawValue)")
            }
        }
        if change.quietHours != nil {
            if !catalog.features.quietHours || catalog.quietHours == nil {
                add(.quietHoursOff, "this app has no quiet hours", "/quietHours")
            } else if catalog.quietHours?.editable == false {
                add(.notEditable, "quiet hours are set by the app", "/quietHours")
            }
        }
        if let problem { throw problem }
    }
}

extension RecipientSnapshot.DeviceFacts {
    init(_ device: Device) {
        self.init(
            id: device.id,
            provider: device.provider,
            platform: device.platform,
            state: device.state,
            permission: device.permission,
            capabilities: device.capabilities,
            locale: device.locale,
            timeZone: device.timeZone,
            lastSeenAt: device.lastSeenAt
        )
    }
}
