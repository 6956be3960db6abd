import PealCore

/// Reads what firings are planned from.
struct ScheduleFactRows {
    var app: AppID

    /// What is known of one entity.
    func facts(of ref: EntityRef, _ db: SQLConnection) throws -> ScheduleFacts {
        ScheduleFacts(ref: ref, entity: try entity(ref, db), firings: try firings(of: ref, db))
    }

    /// The next entities of a type, by identifier.
    func page(of type: EntityTypeID, after cursor: String?, limit: Int, _ db: SQLConnection) throws -> [ScheduleFacts] {
        try db.all(
            "SELECT \(Entity.columns) FROM entity WHERE app = ? AND type = ? AND id > ? ORDER BY id LIMIT ?",
            [app.bound, type.rawValue, cursor ?? "", limit],
            Entity.init(row:)
        ).map { entity in
            ScheduleFacts(ref: entity.ref, entity: entity, firings: try firings(of: entity.ref, db))
        }
    }

    /// An entity as it is stored.
    func entity(_ ref: EntityRef, _ db: SQLConnection) throws -> Entity? {
        try db.first(
            "SELECT \(Entity.columns) FROM entity WHERE app = ? AND type = ? AND id = ?",
            [app.bound, ref.type.rawValue, ref.id],
            Entity.init(row:)
        )
    }

    private func firings(of ref: EntityRef, _ db: SQLConnection) throws -> [FiringRecord] {
        try db.all(
            """
            SELECT s.type, s.time, s.due_at, s.state, s.reason, s.trigger_id, t.fan_out, t.cancelled_at,
                t.withdraw_cursor IS NOT NULL, (
                    SELECT n.expires_at FROM notification n WHERE n.app = t.app AND n.trigger_id = t.id LIMIT 1),
                t.open_until
            FROM schedule s LEFT JOIN trigger t ON t.app = s.app AND t.id = s.trigger_id
            WHERE s.app = ? AND s.entity_type = ? AND s.entity_id = ? ORDER BY s.time DESC, s.type LIMIT ?
            """,
            [app.bound, ref.type.rawValue, ref.id, ScheduleFacts.limit]
        ) { row in
            FiringRecord(
                type: try row.key(0),
                time: try row.time(1),
                dueAt: try row.time(2),
                state: try row.word(3),
                reason: try row.optionalWord(4),
                trigger: try row.optionalID(5),
                made: row.hasNull(atIndex: 6) ? nil : try Self.made(row)
            )
        }
    }

    private static func made(_ row: SQLRow) throws -> FiringRecord.Made {
        let phase: TriggerState.Phase = try row.word(6)
        return FiringRecord.Made(
            state: row.hasNull(atIndex: 7) ? TriggerState(phase) : .cancelled(phase),
            isWithdrawing: try row.flag(8),
            expiresAt: try row.optionalTime(9),
            openUntil: try row.optionalTime(10)
        )
    }
}
