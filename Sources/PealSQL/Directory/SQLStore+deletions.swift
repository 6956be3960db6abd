package import PealCore

extension SQLStore {
    /// A deleted entity whose triggers are not all looked at.
    package func openDeletion(app: AppID?) async throws -> OpenDeletion? {
        try await read { db in
            try db.first(
                """
                SELECT app, type, id, last_trigger, newest, deleted_at FROM deleted_entity
                \(app == nil ? "" : "WHERE app = ?") ORDER BY app, type, id LIMIT 1
                """,
                app.map { [$0.bound] } ?? []
            ) { row in
                OpenDeletion(
                    app: try row.key(0),
                    entity: EntityRef(type: try row.key(1), id: try row.text(2)),
                    cursor: try row.optionalID(3),
                    newest: try row.id(4),
                    at: try row.time(5)
                )
            }
        }
    }

    /// The next triggers about an entity, by identifier.
    ///
    /// What waits is counted as rows change; which receipts are open is known by app only.
    package func triggers(
        about entity: EntityRef,
        types: Set<TypeID>,
        app: AppID,
        after last: TriggerID?,
        upTo newest: TriggerID,
        limit: Int
    ) async throws -> [EntityTrigger] {
        let named = try TextList(unlessEmpty: types.sorted().map(\.rawValue))
        return try await read { db in
            try db.all(
                """
                SELECT t.id, t.fan_out, t.cancelled_at IS NOT NULL, t.withdraw_cursor IS NOT NULL, (
                        SELECT COALESCE(SUM(c.notifications), 0) FROM decision_count c
                        WHERE c.app = t.app AND c.trigger_id = t.id
                            AND (c.push IN (?6, ?7) OR c.push_reason IN (?8, ?9))),
                    COALESCE(d.open, 0), COALESCE(d.accepted, 0) > 0
                        AND EXISTS (SELECT 1 FROM receipt r WHERE r.app = t.app)
                FROM trigger t LEFT JOIN delivery_count d ON d.app = t.app AND d.trigger_id = t.id
                WHERE t.app = ?1 AND t.entity_type = ?2 AND t.entity_id = ?3 AND t.id > ?4 AND t.id <= ?5
                    AND (?11 IS NULL OR t.type IN (SELECT value FROM {texts ?11 j}))
                ORDER BY t.id LIMIT ?10
                """,
                [
                    app.bound, entity.type.rawValue, entity.id, last?.blob ?? .lowest, newest.blob,
                    PushState.held.stored, PushState.digested.stored, Reason.digested.rawValue,
                    Reason.summarised.rawValue, limit, named,
                ]
            ) { row in
                let phase: TriggerState.Phase = try row.word(1)
                return EntityTrigger(
                    id: try row.id(0),
                    state: try row.flag(2) ? .cancelled(phase) : TriggerState(phase),
                    isWithdrawing: try row.flag(3),
                    waitingPushes: try row.int(4),
                    openDeliveries: try row.int(5),
                    mayAwaitReceipts: try row.flag(6)
                )
            }
        }
    }
}
