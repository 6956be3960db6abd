import GRDB
import PealCore
import PealStore

/// Windows that bundle a person's pushes, until they close.
enum DigestWindows {
    /// Whether an item of a window is still worth pushing.
    static func isWorthPushing(_ table: String, now: String) -> String {
        """
        \(table).read_at IS NULL AND \(table).dismissed_at IS NULL AND \(table).removed_at IS NULL
        AND \(table).expires_at > \(now)
        """
    }

    static func due(now: Timestamp, limit: Int, _ db: Database) throws -> [DueWindow] {
        try db.all(
            """
            SELECT n.app, n.user_id, n.slot, SUM(\(isWorthPushing("n", now: "?1"))), COUNT(*),
                (SELECT MIN(o.id) FROM notification o
                 WHERE o.app = n.app AND o.user_id = n.user_id AND o.slot = n.slot AND o.slot_until = MIN(n.slot_until)
                    AND o.push = 'send' AND o.replaces IS NULL AND \(isWorthPushing("o", now: "?1")))
            FROM (SELECT DISTINCT app, user_id, slot FROM (
                    SELECT app, user_id, slot FROM notification WHERE push = 'digest' AND held_until <= ?1
                    ORDER BY held_until, app, user_id, slot LIMIT ?2)) w
            CROSS JOIN notification n ON n.app = w.app AND n.user_id = w.user_id AND n.slot = w.slot
                AND n.push = 'digest' AND n.held_until <= ?1
            GROUP BY n.app, n.user_id, n.slot
            """,
            [now.milliseconds, limit]
        ) { row in
            DueWindow(
                app: try row.key(0),
                userID: try row.key(1),
                slot: try row.text(2),
                count: try row.int(3),
                total: try row.int(4),
                opener: try row.optionalID(5)
            )
        }
    }

    /// Ends every item of a window with its bundle; does nothing when the items are not those that were decided about.
    static func close(_ closed: ClosedWindow, _ db: Database) throws {
        let window = closed.window
        let key: [Binding] = [window.app.rawValue, window.userID.rawValue, window.slot, closed.at.milliseconds]
        let waiting = "app = ?1 AND user_id = ?2 AND slot = ?3 AND push = 'digest' AND held_until <= ?4"
        let counts = try db.first(
            """
            SELECT COALESCE(SUM(\(isWorthPushing("notification", now: "?4"))), 0), COUNT(*)
            FROM notification WHERE \(waiting)
            """,
            key
        ) { (worth: try $0.int(0), total: try $0.int(1)) }
        guard let counts, counts.worth == window.count, counts.total == window.total else { return }
        if let carrier = closed.carrier { try HeldPushes.write(carrier, from: "digest", db) }
        if closed.leavesOthers, window.count > 1 { return }
        let bundled = Trace([Trace.Step(.digest, .release, closed.reason, "\(window.count)")]).encoded
        let resolved = Trace([Trace.Step(.digest, .release, .resolvedElsewhere)]).encoded
        let expired = Trace([Trace.Step(.digest, .release, .expired)]).encoded
        let isRead = "(read_at IS NOT NULL OR dismissed_at IS NOT NULL OR removed_at IS NOT NULL)"
        try db.run(
            """
            UPDATE notification SET push = 'suppress', held_until = NULL,
                push_reason = CASE WHEN \(isRead) THEN ?6 WHEN expires_at <= ?4 THEN ?8 ELSE ?9 END,
                trace = trace || CASE WHEN \(isRead) THEN ?7 WHEN expires_at <= ?4 THEN ?10 ELSE ?11 END
            WHERE \(waiting) AND id IS NOT ?5
            """,
            key + [
                closed.carrier?.id.blob, Reason.resolvedElsewhere.rawValue, resolved, Reason.expired.rawValue,
                closed.reason.rawValue, expired, bundled,
            ]
        )
    }

    /// What people were pushed lately, as far as rules ask for it.
    static func histories(
        of users: Set<UserID>,
        app: AppID,
        needs: HistoryNeeds,
        now: Timestamp,
        _ db: Database
    ) throws -> [UserID: PushHistory] {
        guard !users.isEmpty else { return [:] }
        let names = try JSONText.encode(Array(users))
        var found: [UserID: PushHistory] = [:]
        try db.each(
            """
            SELECT n.user_id, n.slot, n.slot_until, n.pushed_at FROM json_each(?1) j
            CROSS JOIN notification n ON n.app = ?2 AND n.user_id = j.value AND n.slot IS NOT NULL AND n.slot_until > ?3
            """,
            [names, app.rawValue, now.milliseconds]
        ) { row in
            let slot = try row.text(1)
            let user: UserID = try row.key(0)
            let closesAt = try row.time(2)
            let pushedAt = try row.optionalTime(3)
            let known = found[user]?.windows[slot]
            found[user, default: PushHistory()].windows[slot] = DigestWindow(
                closesAt: max(known?.closesAt ?? closesAt, closesAt),
                pushedAt: [known?.pushedAt, pushedAt].compactMap(\.self).max()
            )
        }
        for (type, span) in needs.throttled {
            try db.each(
                """
                SELECT n.user_id, n.pushed_at FROM json_each(?1) j
                CROSS JOIN notification n ON n.app = ?2 AND n.user_id = j.value AND n.throttled_type = ?3
                    AND n.pushed_at > ?4
                """,
                [names, app.rawValue, type.rawValue, (now - span).milliseconds]
            ) { found[try $0.key(0), default: PushHistory()].sends[type, default: []].append(try $0.time(1)) }
        }
        guard needs.countsPending else { return found }
        try db.each(
            """
            SELECT n.user_id, COUNT(*) FROM json_each(?1) j
            CROSS JOIN notification n ON n.app = ?2 AND n.user_id = j.value
                AND n.summarises = 1 AND n.seen_at IS NULL AND n.removed_at IS NULL
                AND (n.push <> 'suppress' OR n.push_reason IN ('digested', 'summarised'))
            GROUP BY n.user_id
            """,
            [names, app.rawValue]
        ) { found[try $0.key(0), default: PushHistory()].pending = try $0.int(1) }
        return found
    }
}
