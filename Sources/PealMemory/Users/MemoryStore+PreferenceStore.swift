public import PealCore
public import PealStore

extension MemoryStore: PreferenceStore {
    /// What waits for a user.
    public func waits(of user: UserID, app: AppID) async throws -> UserWaits { read(app) { $0.waits(of: user) } }

    /// The choices of a user; empty ones when they made none.
    public func preferences(of user: UserID, app: AppID) async throws -> Preferences {
        read(app) { $0.preferences[user] ?? Preferences() }
    }

    /// All mutes of a user, oldest first.
    public func mutes(of user: UserID, app: AppID) async throws -> [Mute] { read(app) { $0.mutes[user] ?? [] } }

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
