import PealCore

/// Reads digest windows that are due.
enum DigestWindowRows {
    static func due(now: Timestamp, limit: Int, _ db: SQLConnection) throws -> [DueWindow] {
        let apps = try WaitingApps.digested.due("held_until", at: now, db)
        let share = Turns.share(of: limit, among: apps.count)
        return Turns.interleave(try apps.map { try due(of: $0, now: now, limit: share, db) }, limit: limit)
    }

    /// The items of a window that wait at an instant, as ``DueWindow/items`` holds them.
    static func items(of window: DueWindow, at now: Timestamp, _ db: SQLConnection) throws -> [DigestItemGroup] {
        try db.all(
            """
            SELECT \(found) FROM notification n
            WHERE n.app = ?2 AND n.user_id = ?3 AND n.digest_window = ?4 AND n.held_until <= ?1
                AND \(PartialIndex.digested.of("n"))
            GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
            """,
            [now.milliseconds, window.app.bound, window.userID.rawValue, window.windowKey]
        ) { try DigestItemGroup(row: $0, at: 0) }
    }

    private static func due(of app: AppID, now: Timestamp, limit: Int, _ db: SQLConnection) throws -> [DueWindow] {
        var windows: [DueWindow] = []
        try db.each(dueItems, [now.milliseconds, limit, app.bound]) { row in
            let (user, windowKey): (UserID, String) = (try row.key(5), try row.text(6))
            if windows.last?.userID != user || windows.last?.windowKey != windowKey {
                windows.append(
                    DueWindow(app: app, userID: user, windowKey: windowKey, closesAt: try row.time(7), items: [])
                )
            }
            windows[windows.count - 1].items.append(try DigestItemGroup(row: row, at: 0))
            windows[windows.count - 1].closesAt = min(windows[windows.count - 1].closesAt, try row.time(7))
        }
        for index in windows.indices {
            let openers = try openers(of: windows[index], now: now, db)
            windows[index].opener = DigestOpener.replaced(of: openers)
        }
        return windows
    }

    private static let found = "\(NotificationFacts.worth(of: "n", now: "?1")), COUNT(*), {newest n.id}"

    private static let dueItems = """
        SELECT \(found), n.user_id, n.digest_window, MIN(n.digest_until)
        FROM (SELECT DISTINCT user_id, digest_window FROM (
                SELECT user_id, digest_window FROM notification WHERE app = ?3 AND held_until <= ?1
                    AND \(PartialIndex.digested.condition)
                ORDER BY held_until, user_id, digest_window LIMIT ?2) found) w
        CROSS JOIN notification n ON n.app = ?3 AND n.user_id = w.user_id AND n.digest_window = w.digest_window
            AND n.held_until <= ?1
            AND \(PartialIndex.digested.of("n"))
        GROUP BY n.user_id, n.digest_window, 1, 2, 3 ORDER BY n.user_id, n.digest_window, 1, 2, 3
        """

    /// What left when a window opened.
    private static func openers(of window: DueWindow, now: Timestamp, _ db: SQLConnection) throws -> [DigestOpener] {
        try db.all(
            openers,
            [
                now.milliseconds, window.app.bound, window.userID.rawValue, window.windowKey,
                window.closesAt.milliseconds,
            ]
        ) { row in
            DigestOpener(
                id: try row.id(3),
                trigger: try row.id(6),
                replaces: try row.optionalID(4),
                state: try PushState(stored: try row.text(5), reason: try row.optionalWord(2)),
                worth: try PushWorth(row: row, at: 0)
            )
        }
    }

    private static let openers = """
        SELECT \(NotificationFacts.worth(of: "o", now: "?1")), o.id, o.replaces, o.push, o.trigger_id FROM notification o
        WHERE o.app = ?2 AND o.user_id = ?3 AND o.digest_window = ?4 AND o.digest_until = ?5 AND o.pushed_at IS NOT NULL
        """
}

extension DigestItemGroup {
    fileprivate init(row: SQLRow, at base: Int) throws {
        self.init(
            worth: try PushWorth(row: row, at: base),
            count: try row.int(base + 3),
            newest: try row.id(base + 4)
        )
    }
}
