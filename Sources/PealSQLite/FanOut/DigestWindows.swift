import GRDB
import PealCore
import PealStore

/// Windows that bundle a person's pushes, until they close.
enum DigestWindows {
    static func due(now: Timestamp, limit: Int, _ db: Database) throws -> [DueWindow] {
        let apps = try WaitingApps.digested.due("held_until", at: now, db)
        let share = Turns.share(of: limit, among: apps.count)
        return Turns.interleave(try apps.map { try due(of: $0, now: now, limit: share, db) }, limit: limit)
    }

    private static func due(of app: AppID, now: Timestamp, limit: Int, _ db: Database) throws -> [DueWindow] {
        try db.all(dueWindows, [now.milliseconds, limit, app.rawValue]) { row in
            DueWindow(
                app: try row.key(0),
                userID: try row.key(1),
                slot: try row.text(2),
                count: try row.int(3),
                total: try row.int(4),
                opener: try row.optionalID(6),
                newest: try row.optionalID(5)
            )
        }
    }

    /// The opener is what a digest replaces on the screen; a summary replaces also one that was stopped, or replaced another.
    private static let dueWindows = """
        SELECT n.app, n.user_id, n.slot, SUM(\(NotificationFacts.isWorthPushing("n", now: "?1"))), COUNT(*),
            MAX(CASE WHEN \(NotificationFacts.isWorthPushing("n", now: "?1")) THEN n.id END),
            (SELECT MIN(o.id) FROM notification o
             WHERE o.app = n.app AND o.user_id = n.user_id AND o.slot = n.slot AND o.slot_until = MIN(n.slot_until)
                AND o.push = 'send' AND \(NotificationFacts.isLive("o", now: "?1"))
                AND (o.slot = '\(DigestSlot.summary)' OR (o.replaces IS NULL AND o.push_reason IS NULL)))
        FROM (SELECT DISTINCT app, user_id, slot FROM (
                SELECT app, user_id, slot FROM notification WHERE push = 'digest' AND app = ?3 AND held_until <= ?1
                ORDER BY held_until, user_id, slot LIMIT ?2)) w
        CROSS JOIN notification n ON n.app = w.app AND n.user_id = w.user_id AND n.slot = w.slot
            AND n.push = 'digest' AND n.held_until <= ?1
        GROUP BY n.app, n.user_id, n.slot
        """

    /// Ends every item of a window with its digest; does nothing when the items are not those that were decided about.
    static func close(
        _ closed: ClosedWindow,
        _ traces: inout ClosingTraces,
        _ events: inout EventBatch,
        _ db: Database
    ) throws {
        let window = closed.window
        let key: [Binding] = [window.app.rawValue, window.userID.rawValue, window.slot, closed.at.milliseconds]
        let counts = try db.first(waitingCounts, key) { (worth: try $0.int(0), total: try $0.int(1)) }
        guard let counts, counts.worth == window.count, counts.total == window.total else { return }
        // As many items as were counted may be others, when some were cancelled and some came back.
        if let carrier = closed.carrier, try !HeldPushes.write(carrier, from: .digested, &events, db) {
            return
        }
        if !closed.leavesOthers || window.count <= 1 {
            let representative = closed.carrier.map { Event.Subject.notification($0.id) }
            events.add(.digestClosed, app: window.app, user: window.userID, representative ?? .none)
        }
        let others = window.contents.others(
            hasRepresentative: closed.carrier != nil,
            isSeparate: closed.leavesOthers
        )
        guard let others else { return }
        if others.worthPushing > 0 { try end(itemsWith: nil, closed, key, &traces, db) }
        guard others.rest > 0, try end(itemsWith: .resolvedElsewhere, closed, key, &traces, db) < others.rest else {
            return
        }
        try end(itemsWith: .expired, closed, key, &traces, db)
    }

    /// Ends the items of a window that an obstacle keeps from being pushed, or that are worth it; how many.
    @discardableResult
    private static func end(
        itemsWith obstacle: Reason?,
        _ closed: ClosedWindow,
        _ key: [Binding],
        _ traces: inout ClosingTraces,
        _ db: Database
    ) throws -> Int {
        let event = DigestWindow.end(ofItemWith: obstacle, representedBy: closed.reason)
        guard let state = PushMachine.next(.digested, on: event) else { return 0 }
        return try db.run(
            obstacle == nil ? endWorthPushing : obstacle == .expired ? endExpired : endResolved,
            key + [
                closed.carrier?.id.blob, state.stored, event.reason?.rawValue,
                traces.end(event, count: closed.window.count),
            ]
        )
    }

    private static let waiting = "app = ?1 AND user_id = ?2 AND slot = ?3 AND push = 'digest' AND held_until <= ?4"

    private static let waitingCounts = """
        SELECT COALESCE(SUM(\(NotificationFacts.isWorthPushing("notification", now: "?4"))), 0), COUNT(*)
        FROM notification WHERE \(waiting)
        """

    private static let endWorthPushing = endItems(nil)
    private static let endResolved = endItems(.resolvedElsewhere)
    private static let endExpired = endItems(.expired)

    private static func endItems(_ obstacle: Reason?) -> String {
        """
        UPDATE notification SET push = ?6, held_until = NULL, bundled_in = ?5, push_reason = ?7, trace = trace || ?8
        WHERE \(waiting) AND id IS NOT ?5 AND \(NotificationFacts.filter(obstacle, "notification", now: "?4"))
        """
    }

    /// Moves a window that is due, with what was pushed when it opened: what comes meanwhile finds it open and joins it.
    static func postpone(_ window: DueWindow, now: Timestamp, until instant: Timestamp, _ db: Database) throws {
        try db.run(
            """
            UPDATE notification SET slot_until = ?5, held_until = CASE WHEN push = 'digest' THEN ?5 END
            WHERE app = ?1 AND user_id = ?2 AND slot = ?3 AND (
                push = 'digest' AND held_until <= ?4
                OR push = 'send' AND slot_until = (SELECT MIN(slot_until) FROM notification WHERE \(waiting)))
            """,
            [
                window.app.rawValue, window.userID.rawValue, window.slot, now.milliseconds, instant.milliseconds,
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
            let slot: PealCore.Key<DigestSlot> = try row.key(1)
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
                AND n.in_app_reason IS NOT 'cancelled'
                AND (n.push <> 'suppress' OR n.push_reason IN ('digested', 'summarised'))
            GROUP BY n.user_id
            """,
            [names, app.rawValue]
        ) { found[try $0.key(0), default: PushHistory()].pending = try $0.int(1) }
        return found
    }
}
