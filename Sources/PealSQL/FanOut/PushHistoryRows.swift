import PealCore
import PealStore

/// Reads what users were pushed lately, as far as rules ask for it.
struct PushHistoryRows {
    let app: AppID
    /// The users, as JSON.
    let names: TextList

    init(of users: Set<UserID>, app: AppID) throws {
        self.app = app
        names = try TextList(users)
    }

    func read(_ needs: HistoryNeeds, now: Timestamp, _ db: SQLConnection) throws -> [UserID: PushHistory] {
        var found: [UserID: PushHistory] = [:]
        try db.each(
            """
            SELECT n.user_id, n.digest_window, n.digest_until, n.pushed_at FROM {texts ?1 j}
            CROSS JOIN notification n ON n.app = ?2 AND n.user_id = j.value AND n.digest_window IS NOT NULL AND n.digest_until > ?3
            """,
            [names, app.bound, now.milliseconds]
        ) { row in
            let window = DigestWindow(closesAt: try row.time(2), pushedAt: try row.optionalTime(3))
            found[try row.key(0), default: PushHistory()].add(window, windowKey: try row.key(1))
        }
        for (type, span) in needs.throttled {
            try db.each(
                """
                SELECT n.user_id, n.pushed_at FROM {texts ?1 j}
                CROSS JOIN notification n ON n.app = ?2 AND n.user_id = j.value AND n.throttled_type = ?3
                    AND n.pushed_at > ?4
                """,
                [names, app.bound, type.rawValue, (now - span).milliseconds]
            ) { found[try $0.key(0), default: PushHistory()].sends[type, default: []].append(try $0.time(1)) }
        }
        return found
    }
}
