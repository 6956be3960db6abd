import GRDB
import PealCore
import PealStore

/// Pushes that were put off, until they are decided again.
enum HeldPushes {
    private static let columns = """
        n.app, n.trigger_id, n.id, n.user_id, n.in_app_reason, n.trace, n.thread, n.created_at,
        CASE n.push WHEN 'hold' THEN n.hold_stage ELSE '\(Stage.digest.rawValue)' END, n.was_gathered,
        \(NotificationFacts.columns(of: "n"))
        """

    static func due(of app: AppID, now: Timestamp, limit: Int, _ db: Database) throws -> [HeldNotification] {
        var triggers = TriggerRows()
        return try db.all(dueHeld, [app.rawValue, now.milliseconds, limit]) { try item($0, &triggers, db) }
    }

    private static let dueHeld = """
        SELECT \(columns) FROM notification n WHERE n.push = 'hold' AND n.app = ? AND n.held_until <= ?
        ORDER BY n.held_until LIMIT ?
        """

    /// What waits in each window and is worth pushing, the newest first.
    static func items(of windows: [DueWindow], now: Timestamp, limit: Int, _ db: Database) throws
        -> [[HeldNotification]]
    {
        var triggers = TriggerRows()
        return try windows.map { window in
            if limit == 1, let newest = window.newest {
                let key: [Binding] = [window.app.rawValue, newest.blob, now.milliseconds]
                return try db.all(newestItem, key) { try item($0, &triggers, db) }
            }
            return try db.all(
                itemsOfWindow,
                [window.app.rawValue, window.userID.rawValue, window.slot, now.milliseconds, limit]
            ) { try item($0, &triggers, db) }
        }
    }

    private static let itemsOfWindow = """
        SELECT \(columns) FROM notification n
        WHERE n.app = ?1 AND n.user_id = ?2 AND n.slot = ?3 AND n.push = 'digest' AND n.held_until <= ?4
            AND \(NotificationFacts.isWorthPushing("n", now: "?4"))
        ORDER BY n.id DESC LIMIT ?5
        """

    private static let newestItem = """
        SELECT \(columns) FROM notification n
        WHERE n.app = ?1 AND n.id = ?2 AND n.push = 'digest' AND n.held_until <= ?3
            AND \(NotificationFacts.isWorthPushing("n", now: "?3"))
        """

    private static func item(_ row: Row, _ triggers: inout TriggerRows, _ db: Database) throws -> HeldNotification {
        HeldNotification(
            id: try row.id(2),
            userID: try row.key(3),
            trigger: try triggers.trigger(try row.id(1), app: try row.key(0), db),
            inApp: try InAppResult(row: row, at: 4),
            holdStage: try row.word(8),
            wasGathered: try row.flag(9),
            trace: Trace(encoded: try row.text(5)),
            thread: try row.optionalText(6),
            createdAt: try row.time(7),
            relevance: try PushRelevance(row: row, at: 10)
        )
    }

    static func spread(
        of app: AppID,
        now: Timestamp,
        from start: Timestamp,
        perSecond: Int,
        limit: Int,
        _ db: Database
    ) throws {
        try db.run(
            """
            UPDATE notification SET held_until = ?2 + 1000 * (w.place / ?3)
            FROM (SELECT rowid AS row, ROW_NUMBER() OVER (ORDER BY held_until, rowid) - 1 AS place FROM (
                    SELECT rowid, held_until FROM notification WHERE push = 'hold' AND app = ?5 AND held_until <= ?1
                    ORDER BY held_until LIMIT ?4)) w
            WHERE notification.rowid = w.row
            """,
            [now.milliseconds, start.milliseconds, perSecond, limit, app.rawValue]
        )
    }

    private static let decidedAgain = update(alsoSetting: "")
    /// Few decisions open a window or raise an alert; for the others, the indexes on these columns are left alone.
    private static let decidedAnew = update(
        alsoSetting: "is_alert = MAX(is_alert, ?8), slot = COALESCE(?9, slot), slot_until = COALESCE(?10, slot_until),"
    )

    private static func update(alsoSetting more: String) -> String {
        """
        UPDATE notification SET \(more) push = ?3, push_reason = ?4, held_until = ?5, trace = ?6, rank = ?7,
            hold_stage = ?16, was_gathered = ?17,
            bundle_title = COALESCE(?11, bundle_title), bundle_body = COALESCE(?12, bundle_body),
            replaces = COALESCE(
                (SELECT COALESCE(o.replaces, o.id) FROM notification o WHERE o.app = ?1 AND o.id = ?15), replaces),
            pushed_at = CASE WHEN ?3 = 'send' AND (throttled_type IS NOT NULL OR ?9 IS NOT NULL) THEN ?13 END
        WHERE app = ?1 AND id = ?2 AND push = ?14
        """
    }

    /// Writes a decision about a push that still waits; whether it did.
    ///
    /// The inbox row stays as the first decision made it; it may become an alert.
    static func write(
        _ release: ReleasedNotification,
        from waiting: PushState = .held,
        _ events: inout EventBatch,
        _ db: Database
    ) throws -> Bool {
        let event = PushMachine.Event.reevaluated(release.decision.push)
        guard let state = PushMachine.next(waiting, on: event) else { return false }
        let replaced =
            try release.replaces
            ?? SummaryTags.replaced(by: release.decision, app: release.app, user: release.userID, db)
        let changed = try db.run(
            release.decision.isAlert || release.decision.slot != nil ? decidedAnew : decidedAgain,
            [
                release.app.rawValue, release.id.blob, state.stored, event.reason?.rawValue,
                release.decision.push.waitsUntil?.milliseconds,
                release.decision.trace.encoded, release.decision.priority.rank, release.decision.isAlert ? 1 : 0,
                release.decision.slot?.key, release.decision.slot?.closesAt.milliseconds, release.bundle?.title,
                release.bundle?.body, release.at.milliseconds, waiting.stored,
                replaced?.blob, release.decision.holdStage?.rawValue, release.decision.wasGathered ? 1 : 0,
            ]
        )
        guard changed == 1 else { return false }
        try events.add(released: release, db)
        guard case .send(let devices) = release.decision.push else { return true }
        try DecisionWriting.insertDeliveries(
            of: release.id,
            to: devices,
            user: release.userID,
            app: release.app,
            priority: release.decision.priority,
            dueAt: release.at,
            db
        )
        return true
    }
}
