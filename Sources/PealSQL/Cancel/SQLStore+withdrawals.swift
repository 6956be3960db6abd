package import PealCore
package import PealStore

extension SQLStore {
    /// The first withdrawals that are not complete.
    package func openWithdrawals(app: AppID?, limit: Int) async throws -> [WithdrawalFacts] {
        try await read { db in
            try db.all(
                """
                SELECT app, id, fan_out, cancelled_at, withdraw_cursor, withdrawn_at, withdraw_reason,
                    open_until IS NOT NULL AND local_pass = 2, EXISTS (
                        SELECT 1 FROM schedule s WHERE (s.app, s.entity_type, s.entity_id, s.type)
                            = (trigger.app, trigger.entity_type, trigger.entity_id, trigger.type)
                            AND s.trigger_id = trigger.id)
                FROM trigger WHERE withdraw_cursor IS NOT NULL \(Self.clause(app)) ORDER BY app, id LIMIT ?
                """,
                (app.map { [$0.bound] } ?? []) + [limit]
            ) { row in
                WithdrawalFacts(
                    app: try row.key(0),
                    trigger: try row.id(1),
                    isFiring: try row.flag(8),
                    isFannedOut: try row.word(2) == TriggerState.Phase.finished,
                    isOpen: try row.flag(7),
                    isCancelled: !row.hasNull(atIndex: 3),
                    cursor: try row.key(4),
                    at: try row.time(5),
                    reason: try row.word(6)
                )
            }
        }
    }

    /// The next recipients of a trigger that is withdrawn, by user.
    package func withdrawalRecipients(of trigger: TriggerID, app: AppID, after user: UserID, limit: Int) async throws
        -> [WithdrawalRecipient]
    {
        try await read { db in
            let pushes = try PushRecordRows(app: app).recipients(of: trigger, after: user, limit: limit, db)
            return try pushes.compactMap { push in
                try db.first(
                    """
                    SELECT n.expires_at, EXISTS (
                        SELECT 1 FROM receipt r WHERE r.app = n.app AND r.notification_id = n.id)
                    FROM notification n WHERE n.app = ? AND n.id = ?
                    """,
                    [app.bound, push.own.id.blob]
                ) { row in
                    WithdrawalRecipient(push: push, expiresAt: try row.time(0), awaitsReceipt: try row.flag(1))
                }
            }
        }
    }

    /// A retraction that goes on in steps and is not complete.
    package func openRetraction(app: AppID?) async throws -> OpenRetraction? {
        try await read { db in
            try db.first(
                """
                SELECT app, id, retract_cursor, withdrawn_at, open_until IS NOT NULL FROM trigger
                WHERE retract_cursor IS NOT NULL \(Self.clause(app)) ORDER BY app, id LIMIT 1
                """,
                app.map { [$0.bound] } ?? []
            ) { row in
                OpenRetraction(
                    app: try row.key(0),
                    trigger: try row.id(1),
                    cursor: try row.key(2),
                    at: try row.time(3),
                    keepsReminded: try row.flag(4)
                )
            }
        }
    }

    /// The next recipients of a trigger whose inbox rows it retracts, by user.
    package func retractions(of trigger: TriggerID, app: AppID, after user: UserID, limit: Int) async throws
        -> [RetractionFacts]
    {
        try await read { db in try InboxRetractions(app: app).page(of: trigger, after: user, limit: limit, db) }
    }

    /// Restricts to an app, where one is given.
    private static func clause(_ app: AppID?) -> String { app == nil ? "" : "AND app = ?" }
}
