import PealCore

/// Recipients whose local send time has not come yet.
///
/// The first pass over its audience places everybody who is not due yet; each later one reads those alone whose instant
/// has come.
struct LocalWaits {
    let app: AppID
    let trigger: TriggerID

    private var key: [SQLValue] { [app.bound, trigger.blob] }

    /// Who is due at an instant, the earliest first.
    func due(at instant: Timestamp, limit: Int, _ db: SQLConnection) throws -> [UserID] {
        try db.all(
            """
            SELECT user_id FROM local_wait WHERE app = ? AND trigger_id = ? AND instant <= ?
            ORDER BY instant, user_id LIMIT ?
            """,
            key + [instant.milliseconds, limit]
        ) { try $0.key(0) }
    }

    /// How many wait.
    func count(_ db: SQLConnection) throws -> Int {
        try db.value(Int.self, "SELECT COUNT(*) FROM local_wait WHERE app = ? AND trigger_id = ?", key) ?? 0
    }

    /// The earliest instant that anybody waits for; of a pass under way, after its instant.
    func earliest(after instant: Timestamp? = nil, _ db: SQLConnection) throws -> Timestamp? {
        try db.value(
            Int64.self,
            "SELECT MIN(instant) FROM local_wait WHERE app = ? AND trigger_id = ? AND instant > ?",
            key + [instant?.milliseconds ?? Int64.min]
        ).map { Timestamp(milliseconds: $0) }
    }

    /// The triggers that wait for a user.
    static func of(_ user: UserID, app: AppID, _ db: SQLConnection) throws -> [UserWaits.Trigger] {
        try underWay(app, db).compactMap { waits in
            try db.first(
                """
                SELECT w.instant, t.due_at, t.local_pass, t.cancelled_at IS NOT NULL FROM local_wait w
                JOIN trigger t ON t.app = w.app AND t.id = w.trigger_id
                WHERE w.app = ? AND w.trigger_id = ? AND w.user_id = ?
                """,
                waits.key + [user.rawValue]
            ) { row in
                UserWaits.Trigger(
                    id: waits.trigger,
                    instant: try row.time(0),
                    dueAt: try row.time(1),
                    pass: LocalPass(rawValue: try row.int(2)) ?? .none,
                    isCancelled: try row.flag(3)
                )
            }
        }
    }

    /// Nothing waits for a user who was erased.
    static func forget(_ user: UserID, app: AppID, _ db: SQLConnection) throws {
        for waits in try underWay(app, db) {
            try db.run(
                "DELETE FROM local_wait WHERE app = ? AND trigger_id = ? AND user_id = ?",
                waits.key + [user.rawValue]
            )
        }
    }

    /// Whether any cancelled trigger waited for a user.
    static func isAnybodyLeft(_ db: SQLConnection) throws -> Bool {
        try db.exists("SELECT 1 FROM trigger WHERE local_pass > 0 AND cancelled_at IS NOT NULL LIMIT 1")
    }

    /// Deletes some of the recipients that cancelled triggers waited for; how many.
    static func sweep(limit: Int, _ db: SQLConnection) throws -> Int {
        let cancelled = try db.all(
            "SELECT app, id FROM trigger WHERE local_pass > 0 AND cancelled_at IS NOT NULL ORDER BY app, id LIMIT ?",
            [limit]
        ) { LocalWaits(app: try $0.key(0), trigger: try $0.id(1)) }
        var count = 0
        for waits in cancelled where count < limit {
            let users: [String] = try db.all(
                "SELECT user_id FROM local_wait WHERE app = ? AND trigger_id = ? LIMIT ?",
                waits.key + [limit - count]
            ) { try $0.text(0) }
            for user in users {
                try db.run(
                    "DELETE FROM local_wait WHERE app = ? AND trigger_id = ? AND user_id = ?",
                    waits.key + [user]
                )
            }
            count += users.count
            if count < limit { try db.run("UPDATE trigger SET local_pass = 0 WHERE app = ? AND id = ?", waits.key) }
        }
        return count
    }

    /// The app's triggers that wait for anybody: few, and in an index of their own.
    private static func underWay(_ app: AppID, _ db: SQLConnection) throws -> [LocalWaits] {
        try db.all("SELECT id FROM trigger WHERE app = ? AND local_pass > 0 ORDER BY id", [app.bound]) {
            LocalWaits(app: app, trigger: try $0.id(0))
        }
    }
}
