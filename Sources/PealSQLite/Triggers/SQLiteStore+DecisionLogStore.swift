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
                    n.created_at, n.policy_version, t.catalog_version
                FROM notification n CROSS JOIN trigger t ON t.app = n.app AND t.id = n.trigger_id
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
            contentVersion: try row.int(11)
        )
    }
}
