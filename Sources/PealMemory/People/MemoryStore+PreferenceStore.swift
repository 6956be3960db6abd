public import PealCore
public import PealStore

extension MemoryStore: PreferenceStore {
    /// The choices of a user; empty ones when they made none.
    public func preferences(of user: UserID, app: AppID) async throws -> Preferences {
        read(app) { $0.preferences[user] ?? Preferences() }
    }

    /// Reads, changes and writes the choices in one transaction; a change counts the version up.
    public func updatePreferences(
        of user: UserID,
        app: AppID,
        now: Timestamp,
        _ change: @escaping @Sendable (inout Preferences) -> Void
    ) async throws -> Preferences {
        try await write(app) { rows in
            let before = rows.preferences[user] ?? Preferences()
            var after = before
            change(&after)
            guard after != before else { return before }
            after.version = before.version + 1
            after.updatedAt = now
            rows.preferences[user] = after
            rows.countOptOuts(from: before, to: after)
            rows.add(.preferencesChanged, user: user)
            if !after.quietHours.chooses(as: before.quietHours), rows.lookAgain(at: user, now: now) {
                rows.add(.pushDue, user: user)
            }
            return after
        }
    }

    /// The mutes of a user that still hold, oldest first.
    public func mutes(of user: UserID, app: AppID, now: Timestamp) async throws -> [Mute] {
        read(app) { rows in (rows.mutes[user] ?? []).filter { $0.holds(at: now) } }
    }

    /// Sets a mute, replacing one of the same scope; `nil` when ``PersonLimits/mutes`` of other scopes hold already.
    public func put(_ mute: Mute, of user: UserID, app: AppID) async throws -> Mute? {
        try await write(app) { rows in
            let held = (rows.mutes[user] ?? []).filter { $0.holds(at: mute.createdAt) }
            let others = held.filter { $0.scope.name != mute.scope.name }
            guard others.count < PersonLimits.mutes else {
                rows.mutes[user] = held
                return nil
            }
            rows.mutes[user] = (others + [mute]).sorted { $0.id < $1.id }
            rows.add(.mutesChanged, user: user)
            return mute
        }
    }

    /// Takes a mute back; whether there was one.
    public func deleteMute(_ id: MuteID, of user: UserID, app: AppID) async throws -> Bool {
        try await write(app) { rows in
            guard let index = rows.mutes[user]?.firstIndex(where: { $0.id == id }) else { return false }
            rows.mutes[user]?.remove(at: index)
            rows.add(.mutesChanged, user: user)
            return true
        }
    }

    /// The roles that bind mandatory categories: the user's and those of any membership.
    public func roles(of user: UserID, app: AppID) async throws -> Set<String> {
        read(app) { rows in
            Set(rows.users[user]?.roles ?? []).union(rows.members.rows(in: .user(user)).compactMap(\.role))
        }
    }
}

extension Mute {
    fileprivate func holds(at now: Timestamp) -> Bool { until.map { $0 > now } ?? true }
}

extension Mute.Scope {
    /// What is muted, by its bytes.
    fileprivate var name: [TextKey] {
        switch self {
        case .all: ["all"]
        case .category(let category): ["category", TextKey(category.rawValue)]
        case .thread(let thread): ["thread", TextKey(thread)]
        }
    }
}
