import GRDB
public import PealCore
public import PealStore

extension SQLiteStore: PreferenceStore {
    /// The choices of a user; empty ones when they made none.
    public func preferences(of user: UserID, app: AppID) async throws -> Preferences {
        try await read { db in try Self.preferences(of: user, app: app, db) }
    }

    /// Reads, changes and writes the choices in one transaction; a change counts the version up.
    public func updatePreferences(
        of user: UserID,
        app: AppID,
        now: Timestamp,
        _ change: @escaping @Sendable (inout Preferences) -> Void
    ) async throws -> Preferences {
        try await writer.perform(.intake) { db, events in
            let before = try Self.preferences(of: user, app: app, db)
            var after = before
            change(&after)
            guard after != before else { return before }
            after.version = before.version + 1
            after.updatedAt = now
            try db.run(
                """
                INSERT INTO preference (app, user_id, choices) VALUES (?, ?, ?)
                ON CONFLICT (app, user_id) DO UPDATE SET choices = excluded.choices
                """,
                [app.rawValue, user.rawValue, try JSONText.encode(any: after)]
            )
            try OptOutCounts.change(from: before, to: after, app: app, db)
            events.add(.preferencesChanged, app: app, user: user)
            if !after.quietHours.chooses(as: before.quietHours),
                try HeldAgain.look(at: user, app: app, now: now, db)
            {
                events.add(.pushDue, app: app, user: user)
            }
            return after
        }
    }

    /// The mutes of a user that still hold, oldest first.
    public func mutes(of user: UserID, app: AppID, now: Timestamp) async throws -> [Mute] {
        try await read { db in
            try db.all(
                """
                SELECT id, scope, target, until, created_at FROM mute
                WHERE app = ? AND user_id = ? AND (until IS NULL OR until > ?) ORDER BY id
                """,
                [app.rawValue, user.rawValue, now.milliseconds]
            ) { try Mute(row: $0, at: 0) }
        }
    }

    /// Sets a mute, replacing one of the same scope; `nil` when ``PersonLimits/mutes`` of other scopes hold already.
    public func put(_ mute: Mute, of user: UserID, app: AppID) async throws -> Mute? {
        try await writer.perform(.intake) { db, events in
            let scope = mute.scope.stored
            let key: [Binding] = [app.rawValue, user.rawValue]
            // What has ended goes too: it neither counts nor stays.
            try db.run(
                "DELETE FROM mute WHERE app = ? AND user_id = ? AND until <= ?",
                key + [mute.createdAt.milliseconds]
            )
            let others = try db.first(
                "SELECT count(*) FROM mute WHERE app = ? AND user_id = ? AND (scope, target) <> (?, ?)",
                key + [scope.word, scope.target]
            ) { try $0.int(0) }
            guard (others ?? 0) < PersonLimits.mutes else { return nil }
            try db.run(
                "DELETE FROM mute WHERE app = ? AND user_id = ? AND scope = ? AND target = ?",
                key + [scope.word, scope.target]
            )
            try db.run(
                "INSERT INTO mute (app, user_id, id, scope, target, until, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
                key + [mute.id.blob, scope.word, scope.target, mute.until?.milliseconds, mute.createdAt.milliseconds]
            )
            events.add(.mutesChanged, app: app, user: user)
            return mute
        }
    }

    /// Takes a mute back; whether there was one.
    public func deleteMute(_ id: MuteID, of user: UserID, app: AppID) async throws -> Bool {
        try await writer.perform(.intake) { db, events in
            let isDeleted =
                try db.run(
                    "DELETE FROM mute WHERE app = ? AND user_id = ? AND id = ?",
                    [app.rawValue, user.rawValue, id.blob]
                ) == 1
            if isDeleted { events.add(.mutesChanged, app: app, user: user) }
            return isDeleted
        }
    }

    /// The roles that bind mandatory categories: the user's and those of any membership.
    public func roles(of user: UserID, app: AppID) async throws -> Set<String> {
        try await read { db in
            let key: [Binding] = [app.rawValue, user.rawValue]
            let own: [String] =
                try db.first("SELECT roles FROM user WHERE app = ? AND id = ?", key) {
                    try JSONText.list(try $0.text(0))
                } ?? []
            let others = try db.all(
                "SELECT DISTINCT role FROM member WHERE app = ? AND user_id = ? AND role IS NOT NULL",
                key
            ) { try $0.text(0) }
            return Set(own).union(others)
        }
    }

    static func preferences(of user: UserID, app: AppID, _ db: Database) throws -> Preferences {
        try db.first("SELECT choices FROM preference WHERE app = ? AND user_id = ?", [app.rawValue, user.rawValue]) {
            try JSONText.decode(Preferences.self, try $0.text(0))
        } ?? Preferences()
    }
}

extension Mute {
    /// Reads `id, scope, target, until, created_at`.
    init(row: Row, at base: Int) throws {
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
    fileprivate var stored: (word: String, target: String) {
        switch self {
        case .all: ("all", "")
        case .category(let category): ("category", category.rawValue)
        case .thread(let thread): ("thread", thread)
        }
    }
}
