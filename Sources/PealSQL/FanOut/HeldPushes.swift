import PealCore
import PealStore

/// Reads pushes that wait, to be decided again.
enum HeldPushes {
    private static let columns = """
        n.app, n.trigger_id, n.id, n.user_id, n.in_app_reason, n.trace, n.thread, n.created_at, n.push, n.hold_stage,
        n.was_digested, \(NotificationFacts.columns(of: "n")), \(DecisionStamp.columns(of: "n"))
        """

    static func due(of app: AppID, now: Timestamp, limit: Int, _ db: SQLConnection) throws -> [HeldNotification] {
        var triggers = TriggerRows()
        return try db.all(dueHeld, [app.bound, now.milliseconds, limit]) { try item($0, &triggers, db) }
    }

    private static let dueHeld = """
        SELECT \(columns) FROM notification n WHERE n.app = ? AND n.held_until <= ?
            AND \(PartialIndex.held.of("n"))
        ORDER BY n.held_until, n.user_id LIMIT ?
        """

    /// What waits in each window and is worth pushing, the newest first.
    static func items(of windows: [DueWindow], now: Timestamp, limit: Int, _ db: SQLConnection) throws
        -> [[HeldNotification]]
    {
        var triggers = TriggerRows()
        return try windows.map { window in
            let found: [HeldNotification]
            if limit == 1, let newest = window.newest {
                let key: [SQLValue] = [window.app.bound, newest.blob, now.milliseconds]
                found = try db.all(newestItem, key) { try item($0, &triggers, db) }
            } else {
                found = try db.all(
                    itemsOfWindow,
                    [window.app.bound, window.userID.rawValue, window.windowKey, now.milliseconds]
                ) { try item($0, &triggers, db) }
            }
            return Array(found.lazy.filter { $0.relevance.isWorthPushing(at: now) }.prefix(limit))
        }
    }

    private static let itemsOfWindow = """
        SELECT \(columns) FROM notification n
        WHERE n.app = ?1 AND n.user_id = ?2 AND n.digest_window = ?3 AND n.held_until <= ?4
            AND \(PartialIndex.digested.of("n"))
        ORDER BY n.id DESC
        """

    private static let newestItem = """
        SELECT \(columns) FROM notification n
        WHERE n.app = ?1 AND n.id = ?2 AND \(PartialIndex.digested.of("n")) AND n.held_until <= ?3
        """

    private static func item(_ row: SQLRow, _ triggers: inout TriggerRows, _ db: SQLConnection) throws
        -> HeldNotification
    {
        let state = try PushState(stored: try row.text(8), reason: nil)
        var held = HeldNotification(
            id: try row.id(2),
            userID: try row.key(3),
            trigger: try triggers.trigger(try row.id(1), app: try row.key(0), db),
            inApp: try InAppResult(row: row, at: 4),
            holdStage: state == .held ? try row.word(9) : .digest,
            wasDigested: try row.flag(10),
            trace: Trace(encoded: try row.text(5)),
            createdAt: try row.time(7),
            relevance: try PushRelevance(row: row, at: 11)
        )
        held.thread = try row.optionalText(6)
        held.stamp = try DecisionStamp(row: row, at: 16)
        return held
    }
}
