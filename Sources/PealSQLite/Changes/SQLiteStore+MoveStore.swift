import GRDB
public import PealCore
public import PealStore

extension SQLiteStore: MoveStore {
    /// A trigger that is to be moved or resumed.
    public func moveFacts(of trigger: TriggerID, app: AppID, now: Timestamp) async throws -> MoveFacts? {
        let base = PendingTrigger.columnCount
        return try await read { db in
            try db.first(
                """
                SELECT \(PendingTrigger.columns), t.fan_out, t.cancelled_at IS NOT NULL, t.claim_key, t.claim_until,
                    length(t.sealed_data) > 0, (
                        SELECT c.trigger_id FROM claim c
                        WHERE c.app = t.app AND c.key = t.claim_key AND (c.expires_at IS NULL OR c.expires_at > ?3))
                FROM trigger t \(PendingTrigger.entityJoin) WHERE t.app = ?1 AND t.id = ?2
                """,
                [app.rawValue, trigger.blob, now.milliseconds]
            ) { row in
                let phase: TriggerState.Phase = try row.word(base)
                let heldUntil = try row.optionalTime(base + 3)
                let holder: TriggerID? = try row.optionalID(base + 5)
                return MoveFacts(
                    trigger: try PendingTrigger(row: row).trigger,
                    state: try row.flag(base + 1) ? .cancelled(phase) : TriggerState(phase),
                    hasData: try row.flag(base + 4),
                    claim: try row.optionalText(base + 2).map {
                        MoveFacts.Claim(key: $0, heldUntil: heldUntil, holder: holder)
                    }
                )
            }
        }
    }

    /// The organisation of an entity.
    public func organisation(of entity: EntityRef?, app: AppID) async throws -> Organisation {
        try await read { db in
            try Organisation(of: entity) { try LimitPlaces.facts(of: $0, app, [], db) }
        }
    }

    /// The windows of a sender limit that begin after an instant.
    public func quotaUses(of scope: QuotaPlan.Scope, after instant: Timestamp, for trigger: TriggerID, app: AppID)
        async throws -> [QuotaUse]
    {
        try await read { db in
            try db.all(
                """
                SELECT c.window_start, c.window_end, c.used, EXISTS (
                    SELECT 1 FROM limit_place p WHERE p.app = c.app AND p.trigger_id = ?5 AND p.limit_id = c.limit_id
                        AND p.scope_key = c.scope_key AND p.window_start = c.window_start)
                FROM limit_count c
                WHERE c.app = ?1 AND c.limit_id = ?2 AND c.scope_key = ?3 AND c.window_start > ?4
                """,
                [app.rawValue, scope.limit.id, scope.key, instant.milliseconds, trigger.blob]
            ) { row in
                let (start, end) = (try row.time(0), try row.time(1))
                return QuotaUse(
                    window: start..<max(start, end),
                    used: try row.int(2),
                    isOwn: try row.flag(3)
                )
            }
        }
    }
}
