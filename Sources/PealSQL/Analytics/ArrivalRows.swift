import PealCore

/// Reads and writes what analytics know of participants, who are named by the keys of `user_key`.
struct ArrivalRows {
    var app: AppID

    /// What is known of a participant; `nil` when nothing is.
    func arrival(of key: Arrival.Key, _ db: SQLConnection) throws -> Arrival? {
        try db.first(
            """
            SELECT a.by_action, a.announced_late, a.checked_in_late, a.counted_hour
            FROM user_key k CROSS JOIN arrival a
                ON a.app = k.app AND a.entity_type = ? AND a.entity_id = ? AND a.user_ref = k.key
            WHERE k.app = ? AND k.user_id = ?
            """,
            [key.event.type.rawValue, key.event.id, app.bound, key.user.rawValue]
        ) { row in
            Arrival(
                isFirstByAction: row.hasNull(atIndex: 0) ? nil : try row.flag(0),
                isAnnouncedLate: try row.flag(1),
                isCheckedInLate: try row.flag(2),
                hour: row.hasNull(atIndex: 3) ? nil : AnalyticsHour(number: Int64(try row.int(3)))
            )
        }
    }

    /// Keeps what is known of a participant; nothing of a user who was erased.
    func keep(_ arrival: Arrival, of key: Arrival.Key, at now: Timestamp, _ db: SQLConnection) throws {
        try db.run(
            """
            INSERT INTO arrival (app, entity_type, entity_id, user_ref, by_action, announced_late, checked_in_late,
                counted_hour, changed_hour)
            SELECT app, ?3, ?4, key, ?5, ?6, ?7, ?8, ?9 FROM user_key WHERE app = ?1 AND user_id = ?2
            ON CONFLICT (app, entity_type, entity_id, user_ref) DO UPDATE SET by_action = excluded.by_action,
                announced_late = excluded.announced_late, checked_in_late = excluded.checked_in_late,
                counted_hour = excluded.counted_hour, changed_hour = excluded.changed_hour
            """,
            [
                app.bound, key.user.rawValue, key.event.type.rawValue, key.event.id, arrival.isFirstByAction,
                arrival.isAnnouncedLate, arrival.isCheckedInLate, arrival.hour?.number, AnalyticsHour(of: now).number,
            ]
        )
    }

    /// Whether there is one that has not changed since before an hour.
    static func hasOld(before hour: Int64, app: Int64, _ db: SQLConnection) throws -> Bool {
        try db.exists("SELECT 1 FROM arrival WHERE app = ? AND changed_hour < ? LIMIT 1", [app, hour])
    }

    /// Deletes some that have not changed since before an hour; how many.
    static func sweep(before hour: Int64, app: Int64, limit: Int, _ db: SQLConnection) throws -> Int {
        let old = try db.all(
            "SELECT entity_type, entity_id, user_ref FROM arrival WHERE app = ? AND changed_hour < ? LIMIT ?",
            [app, hour, max(0, limit)]
        ) { row in (type: try row.text(0), id: try row.text(1), user: try row.decode(Int64.self, atIndex: 2)) }
        for row in old {
            try db.run(
                "DELETE FROM arrival WHERE app = ? AND entity_type = ? AND entity_id = ? AND user_ref = ?",
                [app, row.type, row.id, row.user]
            )
        }
        return old.count
    }
}
