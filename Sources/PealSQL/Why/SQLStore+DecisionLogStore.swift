package import PealCore
package import PealStore

extension SQLStore {
    /// Decisions, newest first.
    package func decisions(
        app: AppID,
        filter: DecisionFilter,
        page: PageRequest
    ) async throws -> Page<DecisionRecord> {
        try await read { db in
            // Each form has its own index: the trigger's decisions, the user's, or all of the app's.
            var conditions =
                "n.app = ?1 AND n.id < ?2 AND (t.type = ?3 OR ?3 IS NULL) AND (n.created_at >= ?4 OR ?4 IS NULL)"
            var bindings: [SQLValue] = [
                app.bound, PageToken.upperBound(page.after), filter.type?.rawValue, filter.since?.milliseconds,
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
                    n.created_at, n.policy_version, t.catalog_version, n.thread, n.rank, n.digest_window,
                    c.id, c.push, c.push_reason, c.held_until, n.hold_stage, n.received_at
                FROM notification n CROSS JOIN trigger t ON t.app = n.app AND t.id = n.trigger_id
                LEFT JOIN notification c ON c.app = n.app AND c.id = n.digest_id
                WHERE \(conditions) ORDER BY n.id DESC LIMIT ?5
                """,
                bindings,
                DecisionRecord.init(row:)
            )
            for index in records.indices { try Self.countCompanions(of: &records[index], app: app, db) }
            guard records.count > page.limit else { return Page(items: records, next: nil) }
            records.removeLast()
            return Page(items: records, next: records.last.map { PageToken.text($0.id) })
        }
    }

    /// Counts the others that wait in the digest of a notification, while it waits itself.
    private static func countCompanions(of record: inout DecisionRecord, app: AppID, _ db: SQLConnection) throws {
        guard case .digest = record.push, let windowKey = record.windowKey else { return }
        let waiting = try db.value(
            Int.self,
            """
            SELECT COUNT(*) FROM notification
            WHERE app = ? AND user_id = ? AND digest_window = ? AND \(PartialIndex.digested.condition)
            """,
            [app.bound, record.userID.rawValue, windowKey]
        )
        record.companions = max(0, (waiting ?? 0) - 1)
    }

    /// A trigger with its sealed data and how far it has come; `nil` when the app has none by that identifier.
    package func acceptedTrigger(_ id: TriggerID, app: AppID) async throws -> AcceptedTrigger? {
        try await read { db in
            try db.first(
                """
                SELECT \(AcceptedTrigger.columns) FROM trigger t \(PendingTrigger.entityJoin)
                WHERE t.app = ? AND t.id = ?
                """,
                [app.bound, id.blob],
                AcceptedTrigger.init(row:)
            )
        }
    }

    /// The newest triggers of an app, newest first.
    package func acceptedTriggers(
        app: AppID,
        type: TypeID?,
        since: Timestamp?,
        limit: Int
    ) async throws -> [AcceptedTrigger] {
        try await read { db in
            // Types are not indexed: a rare one must not read the app's whole history.
            let floor = try db.first(
                "SELECT id FROM trigger WHERE app = ? ORDER BY id DESC LIMIT 1 OFFSET ?",
                [app.bound, (type == nil ? limit : AcceptedTrigger.reach) - 1]
            ) { try $0.id(0, TriggerKind.self).blob }
            return try db.all(
                """
                SELECT \(AcceptedTrigger.columns) FROM trigger t \(PendingTrigger.entityJoin)
                WHERE t.app = ?1 AND t.id >= ?2 AND (t.type = ?3 OR ?3 IS NULL) AND (t.accepted_at >= ?4 OR ?4 IS NULL)
                ORDER BY t.id DESC LIMIT ?5
                """,
                [app.bound, floor ?? .lowest, type?.rawValue, since?.milliseconds, limit],
                AcceptedTrigger.init(row:)
            )
        }
    }

    /// The fullest of the windows of a sender's limit that are open.
    package func openWindows(
        of limit: SenderLimit,
        app: AppID,
        now: Timestamp,
        count: Int
    ) async throws -> [LimitWindow] {
        try await read { db in
            try db.all(
                """
                SELECT scope_key, used, window_end FROM limit_count
                WHERE app = ?1 AND limit_id = ?2 AND window_start <= ?3 AND window_end > ?3
                ORDER BY used DESC, scope_key LIMIT ?4
                """,
                [app.bound, limit.id, now.milliseconds, count]
            ) { LimitWindow(scope: try $0.text(0), used: try $0.int(1), end: try $0.time(2)) }
        }
    }

    /// The windows of sender limits in which a trigger counts, by limit.
    package func windowUses(of id: TriggerID, app: AppID) async throws -> [LimitWindowUse] {
        try await read { db in
            try db.all(
                """
                SELECT p.limit_id, p.scope_key, p.window_start, t.accepted_at, t.due_at FROM trigger t
                CROSS JOIN limit_reservation p ON p.app = t.app AND p.trigger_id = t.id
                WHERE t.app = ? AND t.id = ? ORDER BY p.limit_id
                """,
                [app.bound, id.blob]
            ) { row in
                LimitWindowUse(
                    limit: try row.text(0),
                    scope: try row.text(1),
                    from: try row.time(2),
                    acceptedAt: try row.time(3),
                    dueAt: try row.time(4)
                )
            }
        }
    }

    /// Triggers that were rejected or duplicates, the latest first.
    package func rejectedRequests(app: AppID, filter: RejectedRequestFilter, limit: Int) async throws
        -> [RejectedRequests]
    {
        try await read { db in try RejectedRequestRows.find(filter, app: app, limit: limit, db) }
    }

    /// When a user was erased; `nil` when they were not, or were put again.
    package func erased(_ user: UserID, app: AppID) async throws -> Timestamp? {
        try await read { db in try ErasedUsers.find(user, app: app, db) }
    }
}

extension AcceptedTrigger {
    /// What ``init(row:)`` reads, joined as ``PendingTrigger/columns`` ask.
    fileprivate static let columns = "\(PendingTrigger.columns), t.fan_out, t.cancelled_at, t.withdraw_reason"

    fileprivate init(row: SQLRow) throws {
        self.init(
            pending: try PendingTrigger(row: row),
            isFannedOut: try row.word(PendingTrigger.columnCount) == TriggerState.Phase.finished,
            cancelledAt: try row.optionalTime(PendingTrigger.columnCount + 1),
            revocation: try row.optionalWord(PendingTrigger.columnCount + 2)
        )
    }
}

extension DecisionRecord {
    fileprivate init(row: SQLRow) throws {
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
        thread = try row.optionalText(12)
        priority = try row.priority(13)
        windowKey = try row.optionalText(14)
        digest = try row.optionalID(15).map {
            DigestOutcome(representative: $0, push: try PushResult(row: row, at: 16, heldUntil: 18))
        }
        receivedAt = try row.optionalTime(20)
        // It stays with a push that was held before.
        if case .hold = push { holdStage = try row.optionalWord(19) }
    }
}
