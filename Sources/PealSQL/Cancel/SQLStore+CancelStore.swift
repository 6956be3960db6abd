package import PealCore
package import PealStore

extension SQLStore {
    /// A trigger as a cancel sees it.
    package func cancelFacts(of trigger: TriggerID, app: AppID) async throws -> CancelFacts? {
        try await read { db in
            try db.first(
                """
                SELECT id, COALESCE(cancel_spared, 0), COALESCE(cancel_late, 0), fan_out, cancelled_at,
                    cancel_cursor, withdraw_reason
                FROM trigger WHERE app = ? AND id = ?
                """,
                [app.bound, trigger.blob]
            ) { row in
                CancelFacts(
                    trigger: try row.id(0),
                    report: CancelReport(
                        cancelled: try row.int(1),
                        tooLate: try row.int(2),
                        phase: CancelReport.Phase(try row.word(3))
                    ),
                    isCancelled: !row.hasNull(atIndex: 4),
                    cursor: try row.optionalKey(5),
                    cause: try row.optionalWord(6)
                )
            }
        }
    }

    /// The next recipients that were decided about, by user.
    package func pushes(of trigger: TriggerID, app: AppID, after user: UserID, limit: Int) async throws
        -> [RecipientPush]
    {
        try await read { db in
            try PushRecordRows(app: app).recipients(of: trigger, after: user, limit: limit, db)
        }
    }

    /// Triggers with a cancel key, by identifier.
    package func triggers(
        withCancelKey key: String,
        app: AppID,
        after last: TriggerID?,
        upTo newest: TriggerID,
        limit: Int
    ) async throws -> [TriggerID] {
        try await read { db in
            try db.all(
                """
                SELECT id FROM trigger WHERE app = ? AND cancel_key = ? AND id > ? AND id <= ?
                ORDER BY id LIMIT ?
                """,
                [app.bound, key, last?.blob ?? .lowest, newest.blob, limit]
            ) { try $0.id(0) }
        }
    }

    /// The newest trigger with a cancel key.
    package func newestTrigger(withCancelKey key: String, app: AppID) async throws -> TriggerID? {
        try await read { db in
            try db.first(
                "SELECT id FROM trigger WHERE app = ? AND cancel_key = ? ORDER BY id DESC LIMIT 1",
                [app.bound, key]
            ) { try $0.id(0) }
        }
    }

    /// A cancel that has recipients left to look at.
    package func openCancel() async throws -> OpenCancel? {
        try await read { db in
            try db.first(
                "SELECT app, id, cancelled_at FROM trigger WHERE cancel_cursor IS NOT NULL ORDER BY app, id LIMIT 1"
            ) { OpenCancel(app: try $0.key(0), trigger: try $0.id(1), at: try $0.time(2)) }
        }
    }
}
