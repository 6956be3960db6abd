import PealCore

/// Writes what a user chose and muted.
struct PreferenceRows {
    var app: AppID
    var user: UserID

    private var key: [SQLValue] { [app.bound, user.rawValue] }

    func write(_ update: PreferenceUpdate, _ events: inout EventBatch, _ db: SQLConnection) throws {
        try ErasedUsers.refuse(user, app: app, db)
        switch update {
        case .choose(let plan):
            guard try Self.preferences(of: user, app: app, db) == plan.before else {
                throw GuardFailed()
            }
            try db.run(
                """
                INSERT INTO preference (app, user_id, choices) VALUES (?, ?, ?)
                ON CONFLICT (app, user_id) DO UPDATE SET choices = excluded.choices
                """,
                key + [try JSONText.encode(any: plan.after)]
            )
            try Self.count(plan.optOuts, app: app, db)
            if plan.isChange { events.add(.preferencesChanged, app: app, user: user, .none, plan.detail) }
        case .reevaluate(let held):
            let rows = UserWaitRows(app: app, user: user)
            guard try rows.waits(db) == held.waits else { throw GuardFailed() }
            try rows.write(held, &events, db)
        case .mute(let plan):
            guard try Self.mutes(of: user, app: app, db) == plan.before else {
                throw GuardFailed()
            }
            for id in plan.removed { try delete(id, db).orFail() }
            try insert(plan.mute, db)
            events.add(.mutesChanged, app: app, user: user)
        case .unmute(let id):
            try delete(id, db).orFail()
            events.add(.mutesChanged, app: app, user: user)
        }
    }

    /// Counts users who want no pushes of categories.
    static func count(_ optOuts: [CategoryID: Int], app: AppID, _ db: SQLConnection) throws {
        for (category, step) in optOuts.sorted(by: { $0.key < $1.key }) {
            try db.run(
                """
                INSERT INTO opt_out_count (app, category, users) VALUES (?, ?, ?)
                ON CONFLICT (app, category) DO UPDATE SET users = opt_out_count.users + excluded.users
                """,
                [app.bound, category.rawValue, step]
            )
        }
    }

    private func delete(_ mute: MuteID, _ db: SQLConnection) throws -> Int {
        try db.run("DELETE FROM mute WHERE app = ? AND user_id = ? AND id = ?", key + [mute.blob])
    }

    private func insert(_ mute: Mute, _ db: SQLConnection) throws {
        let scope = mute.scope.stored
        try db.run(
            "INSERT INTO mute (app, user_id, id, scope, target, until, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
            key + [mute.id.blob, scope.word, scope.target, mute.until?.milliseconds, mute.createdAt.milliseconds]
        )
    }

    static func mutes(of user: UserID, app: AppID, _ db: SQLConnection) throws -> [Mute] {
        try db.all(
            "SELECT id, scope, target, until, created_at FROM mute WHERE app = ? AND user_id = ? ORDER BY id",
            [app.bound, user.rawValue]
        ) { try Mute(row: $0, at: 0) }
    }

    static func preferences(of user: UserID, app: AppID, _ db: SQLConnection) throws -> Preferences {
        try db.first("SELECT choices FROM preference WHERE app = ? AND user_id = ?", [app.bound, user.rawValue]) {
            try JSONText.decode(Preferences.self, try $0.text(0))
        } ?? Preferences()
    }
}
