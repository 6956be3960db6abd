import GRDB
import PealCore
import PealStore

/// Writes what a user chose and muted.
struct PreferenceRows {
    var app: AppID
    var user: UserID

    private var key: [Binding] { [app.bound, user.rawValue] }

    func write(_ update: PreferenceUpdate, _ events: inout EventBatch, _ db: Connection) throws {
        switch update {
        case .choose(let plan):
            guard try SQLiteStore.preferences(of: user, app: app, db) == plan.before else {
                throw ChangeWriting.GuardFailed()
            }
            try db.run(
                """
                INSERT INTO preference (app, user_id, choices) VALUES (?, ?, ?)
                ON CONFLICT (app, user_id) DO UPDATE SET choices = excluded.choices
                """,
                key + [try JSONText.encode(any: plan.after)]
            )
            try Self.count(plan.optOuts, app: app, db)
            events.add(.preferencesChanged, app: app, user: user)
        case .reevaluate(let held):
            guard try HeldPushes.of(user, app: app, db) == held.held else { throw ChangeWriting.GuardFailed() }
            for id in held.due {
                try db.run(
                    "UPDATE notification SET held_until = ? WHERE app = ? AND id = ?",
                    [held.at.milliseconds, app.bound, id.blob]
                )
            }
            let waited = try LocalWaits.bringForward(user, app: app, now: held.at, db)
            if !held.due.isEmpty || waited { events.add(.pushDue, app: app, user: user) }
            if try bringForward(held, db) { events.add(.deliveryDue, app: app, user: user) }
        case .mute(let mute, limit: let limit):
            try store(mute, limit: limit, db)
            events.add(.mutesChanged, app: app, user: user)
        case .unmute(let id):
            try db.run("DELETE FROM mute WHERE app = ? AND user_id = ? AND id = ?", key + [id.blob]).orFail()
            events.add(.mutesChanged, app: app, user: user)
        }
    }

    /// Counts users who want no pushes of categories.
    static func count(_ optOuts: [CategoryID: Int], app: AppID, _ db: Connection) throws {
        for (category, step) in optOuts.sorted(by: { $0.key < $1.key }) {
            try db.run(
                """
                INSERT INTO opt_out_count (app, category, people) VALUES (?, ?, ?)
                ON CONFLICT (app, category) DO UPDATE SET people = people + excluded.people
                """,
                [app.bound, category.rawValue, step]
            )
        }
    }

    /// Whether any delivery is due now that waited for the same.
    private func bringForward(_ held: HeldReevaluation, _ db: Connection) throws -> Bool {
        try db.run(
            """
            UPDATE delivery SET due_at = ?3
            WHERE app = ?1 AND user_id = ?2 AND \(PartialIndex.pending.condition) AND reason = ?4 AND due_at > ?3
            """,
            key + [held.at.milliseconds, held.reason.rawValue]
        ) > 0
    }

    private func store(_ mute: Mute, limit: Int, _ db: Connection) throws {
        let scope = mute.scope.stored
        // What has ended is deleted too: it neither counts nor stays.
        try db.run(
            "DELETE FROM mute WHERE app = ? AND user_id = ? AND (until <= ? OR (scope, target) = (?, ?))",
            key + [mute.createdAt.milliseconds, scope.word, scope.target]
        )
        try db.run(
            """
            INSERT INTO mute (app, user_id, id, scope, target, until, created_at) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7
            WHERE (SELECT COUNT(*) FROM mute WHERE app = ?1 AND user_id = ?2) < ?8
            """,
            key + [
                mute.id.blob, scope.word, scope.target, mute.until?.milliseconds, mute.createdAt.milliseconds, limit,
            ]
        ).orFail()
    }
}
