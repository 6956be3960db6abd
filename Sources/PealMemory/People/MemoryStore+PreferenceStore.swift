public import PealCore
public import PealStore

extension MemoryStore: PreferenceStore {
    /// The held pushes of a user, by identifier.
    public func heldPushes(of user: UserID, app: AppID) async throws -> [HeldPush] {
        read(app) { $0.heldPushes(of: user) }
    }

    /// The choices of a user; empty ones when they made none.
    public func preferences(of user: UserID, app: AppID) async throws -> Preferences {
        read(app) { $0.preferences[user] ?? Preferences() }
    }

    /// The mutes of a user that still hold, oldest first.
    public func mutes(of user: UserID, app: AppID, now: Timestamp) async throws -> [Mute] {
        read(app) { rows in (rows.mutes[user] ?? []).filter { $0.holds(at: now) } }
    }

    /// The roles that bind mandatory categories: the user's own and those of memberships.
    public func roles(of user: UserID, app: AppID) async throws -> HeldRoles {
        read(app) { rows in
            HeldRoles(own: Set(rows.users[user]?.roles ?? []), memberships: rows.roles(of: user))
        }
    }
}

extension AppRows {
    /// The memberships of a user that have a role.
    func roles(of user: UserID) -> Set<MembershipRole> {
        Set(
            members.rows(in: .user(user)).compactMap { member in
                member.role.map { MembershipRole($0, in: member.entity.type) }
            }
        )
    }
}
