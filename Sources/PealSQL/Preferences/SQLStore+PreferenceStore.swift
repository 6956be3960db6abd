package import PealCore

extension SQLStore {
    /// What waits for a user.
    package func waits(of user: UserID, app: AppID) async throws -> UserWaits {
        try await read { db in try UserWaitRows(app: app, user: user).waits(db) }
    }

    /// The choices of a user; empty ones when they made none.
    package func preferences(of user: UserID, app: AppID) async throws -> Preferences {
        try await look { db in try PreferenceRows.preferences(of: user, app: app, db) }
    }

    /// All mutes of a user, oldest first.
    package func mutes(of user: UserID, app: AppID) async throws -> [Mute] {
        try await read { db in try PreferenceRows.mutes(of: user, app: app, db) }
    }

    /// The roles that bind mandatory categories: the user's own and those of memberships.
    package func roles(of user: UserID, app: AppID) async throws -> HeldRoles {
        try await read { db in
            let key: [SQLValue] = [app.bound, user.rawValue]
            let own: [String] =
                try db.first("SELECT roles FROM \"user\" WHERE app = ? AND id = ?", key) {
                    try JSONText.list(try $0.text(0))
                } ?? []
            let memberships = try db.all(
                "SELECT DISTINCT role, entity_type FROM member WHERE app = ? AND user_id = ? AND role IS NOT NULL",
                key
            ) { MembershipRole(try $0.text(0), in: try $0.key(1)) }
            return HeldRoles(own: Set(own), memberships: Set(memberships))
        }
    }
}

extension Mute {
    /// Reads `id, scope, target, until, created_at`.
    init(row: SQLRow, at base: Int) throws {
        let target = try row.text(base + 2)
        let scope: Scope =
            switch try row.text(base + 1) {
            case "category": .category(CategoryID(target))
            case "thread": .thread(target)
            default: .all
            }
        self.init(
            id: try row.id(base),
            scope: scope,
            until: try row.optionalTime(base + 3),
            createdAt: try row.time(base + 4)
        )
    }
}

extension Mute.Scope {
    var stored: (word: String, target: String) {
        switch self {
        case .all: ("all", "")
        case .category(let category): ("category", category.rawValue)
        case .thread(let thread): ("thread", thread)
        }
    }
}
