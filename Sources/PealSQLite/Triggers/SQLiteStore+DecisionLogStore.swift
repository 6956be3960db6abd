import Foundation
import GRDB
public import PealCore
public import PealStore

extension SQLiteStore: DecisionLogStore {
    /// Decisions, newest first.
    public func decisions(
        app: AppID,
        filter: DecisionFilter,
        page: PageRequest
    ) async throws -> Page<DecisionRecord> {
        try await read { db in
            // Each form has its own index: the trigger's decisions, the user's, or all of the app's.
            var conditions =
                "n.app = ?1 AND n.id < ?2 AND (?3 IS NULL OR t.type = ?3) AND (?4 IS NULL OR n.created_at >= ?4)"
            var bindings: [Binding] = [
                app.rawValue, PageToken.upperBound(page.after), filter.type?.rawValue, filter.since?.milliseconds,
                page.limit + 1,
            ]
            if let trigger = filter.trigger {
                bindings.append(trigger.blob)
                conditions += " AND n.trigger_id = ?\(bindings.count)"
            }
            if let user = filter.user {
                bindings.append(user.rawValue)
                conditions += " AND n.user_id = ?\(bindings.count)"
            }
            var records = try db.all(
                """
                SELECT n.id, n.trigger_id, t.type, n.user_id, n.in_app_reason, n.push, n.push_reason, n.held_until, n.trace,
                    n.created_at, n.policy_version, t.catalog_version, n.thread, n.rank, n.slot,
                    CASE WHEN n.push <> 'digest' THEN 0 ELSE (
                        SELECT COUNT(*) - 1 FROM notification o
                        WHERE o.app = n.app AND o.user_id = n.user_id AND o.slot = n.slot AND o.push = 'digest') END,
                    c.id, c.push, c.push_reason, c.held_until, CASE n.push WHEN 'hold' THEN n.hold_stage END
                FROM notification n CROSS JOIN trigger t ON t.app = n.app AND t.id = n.trigger_id
                LEFT JOIN notification c ON c.app = n.app AND c.id = n.bundled_in
                WHERE \(conditions) ORDER BY n.id DESC LIMIT ?5
                """,
                bindings,
                DecisionRecord.init(row:)
            )
            guard records.count > page.limit else { return Page(items: records, next: nil) }
            records.removeLast()
            return Page(items: records, next: records.last.map { PageToken.text($0.id) })
        }
    }

    /// A trigger with its sealed data and how far it has come; `nil` when the app has none by that identifier.
    public func acceptedTrigger(_ id: TriggerID, app: AppID) async throws -> AcceptedTrigger? {
        try await read { db in
            try db.first(
                """
                SELECT \(AcceptedTrigger.columns) FROM trigger t \(PendingTrigger.entityJoin)
                WHERE t.app = ? AND t.id = ?
                """,
                [app.rawValue, id.blob],
                AcceptedTrigger.init(row:)
            )
        }
    }

    /// The newest triggers of an app, newest first.
    public func acceptedTriggers(
        app: AppID,
        type: TypeID?,
        since: Timestamp?,
        limit: Int
    ) async throws -> [AcceptedTrigger] {
        try await read { db in
            // Types are not indexed: a rare one must not read the app's whole history.
            let floor = try db.first(
                "SELECT id FROM trigger WHERE app = ? ORDER BY id DESC LIMIT 1 OFFSET ?",
                [app.rawValue, (type == nil ? limit : AcceptedTrigger.reach) - 1]
            ) { try $0.id(0, TriggerKind.self).blob }
            return try db.all(
                """
                SELECT \(AcceptedTrigger.columns) FROM trigger t \(PendingTrigger.entityJoin)
                WHERE t.app = ?1 AND t.id >= ?2 AND (?3 IS NULL OR t.type = ?3) AND (?4 IS NULL OR t.accepted_at >= ?4)
                ORDER BY t.id DESC LIMIT ?5
                """,
                [app.rawValue, floor ?? Data(), type?.rawValue, since?.milliseconds, limit],
                AcceptedTrigger.init(row:)
            )
        }
    }

    /// Windows of a sender's limit that are open and have no room, the fullest first.
    public func fullWindows(
        of limit: SenderLimit,
        app: AppID,
        now: Timestamp,
        count: Int
    ) async throws -> [FullWindow] {
        try await read { db in
            try db.all(
                """
                SELECT scope_key, used, window_end FROM limit_count
                WHERE app = ?1 AND limit_id = ?2 AND window_start <= ?3 AND window_end > ?3 AND used >= ?4
                ORDER BY used DESC, scope_key LIMIT ?5
                """,
                [app.rawValue, limit.id, now.milliseconds, limit.max, count]
            ) { FullWindow(scope: try $0.text(0), used: try $0.int(1), end: try $0.time(2)) }
        }
    }

    /// The sender's limits whose window a trigger waited for, or waits for.
    ///
    /// Where nobody waited, the window had begun before the trigger came.
    public func queues(of id: TriggerID, app: AppID) async throws -> [LimitQueue] {
        try await read { db in
            try db.all(
                """
                SELECT p.limit_id, p.scope_key, p.window_start FROM trigger t
                CROSS JOIN limit_place p ON p.app = t.app AND p.trigger_id = t.id
                WHERE t.app = ? AND t.id = ? AND t.due_at = p.window_start AND p.window_start > t.accepted_at
                ORDER BY p.limit_id
                """,
                [app.rawValue, id.blob]
            ) { LimitQueue(limit: try $0.text(0), scope: try $0.text(1), from: try $0.time(2)) }
        }
    }

    /// What intake turned away, the latest first.
    public func turnedAway(app: AppID, filter: TurnedAwayFilter, limit: Int) async throws -> [TurnedAway] {
        try await read { db in try TurnedAwayRows.find(filter, app: app, limit: limit, db) }
    }

    /// When a user was erased; `nil` when they were not, or were put again.
    public func erased(_ user: UserID, app: AppID) async throws -> Timestamp? {
        try await read { db in
            try db.first(
                "SELECT erased_at FROM erased_user WHERE app = ? AND user_id = ?",
                [app.rawValue, user.rawValue]
            ) { try $0.time(0) }
        }
    }
}

extension AcceptedTrigger {
    /// What ``init(row:)`` reads, joined as ``PendingTrigger/columns`` ask.
    fileprivate static let columns = "\(PendingTrigger.columns), t.fan_out, t.cancelled_at, t.revoke_reason"

    fileprivate init(row: Row) throws {
        self.init(
            pending: try PendingTrigger(row: row),
            isFannedOut: try row.word(PendingTrigger.columnCount) == TriggerState.Phase.finished,
            cancelledAt: try row.optionalTime(PendingTrigger.columnCount + 1),
            revocation: try row.optionalWord(PendingTrigger.columnCount + 2)
        )
    }
}

extension DecisionRecord {
    fileprivate init(row: Row) throws {
        self.init(
            id: try row.id(0),
            trigger: try row.id(1),
            type: try row.key(2),
            userID: try row.key(3),
            inApp: try InAppResult(row: row, at: 4),
            push: try PushResult(row: row, at: 5, heldUntil: 7),
            trace: Trace(encoded: try row.text(8)),
            at: try row.time(9),
            policyVersion: try row.int(10),
            contentVersion: try row.int(11),
            thread: try row.optionalText(12),
            priority: try row.priority(13),
            slot: try row.optionalText(14),
            companions: try row.int(15),
            bundle: try row.optionalID(16).map {
                BundleFate(carrier: $0, push: try PushResult(row: row, at: 17, heldUntil: 19))
            },
            holdStage: try row.optionalWord(20)
        )
    }
}
