import GRDB
import PealCore

extension SQLiteFacts {
    func triggers() throws -> [TriggerFact] {
        try read(
            """
            SELECT \(app(of: "trigger")), id, type, entity_type, entity_id, parent_type, parent_id, transition,
                actor_kind IS 'system',
                due_at, digest_until, catalog_version, fan_out, cancelled_at, cancel_cursor IS NOT NULL, withdrawn_at,
                open_until, actor_id
            FROM trigger ORDER BY app, id
            """
        ) { row in
            TriggerFact(
                app: try row.app(0),
                id: try row.id(1),
                type: TypeID(row.text(2)),
                entity: row.entity(3, 4),
                parent: row.entity(5, 6),
                transition: row.textIfAny(7),
                actor: row.textIfAny(17).map { UserID($0) },
                isFiring: row[8],
                dueAt: row.time(9),
                openUntil: row.timeIfAny(16),
                digestUntil: row.timeIfAny(10),
                catalogVersion: row[11],
                fanOut: row.text(12),
                cancelledAt: row.timeIfAny(13),
                isCancelling: row[14],
                revokedAt: row.timeIfAny(15)
            )
        }
    }

    func firings() throws -> [FiringFact] {
        try read(
            """
            SELECT \(app(of: "schedule")), entity_type, entity_id, type, time, due_at, state FROM schedule
            ORDER BY app, entity_type, entity_id, type, time
            """
        ) { row in
            FiringFact(
                app: try row.app(0),
                entity: EntityRef(type: EntityTypeID(row.text(1)), id: row.text(2)),
                type: TypeID(row.text(3)),
                time: row.time(4),
                dueAt: row.time(5),
                state: row.text(6)
            )
        }
    }

    func claims() throws -> [ClaimFact] {
        try read("SELECT \(app(of: "claim")), key, trigger_id, expires_at FROM claim ORDER BY app, key") { row in
            ClaimFact(
                app: try row.app(0),
                key: row.text(1),
                trigger: try row.id(2),
                expiresAt: row.timeIfAny(3)
            )
        }
    }

    func leftovers() throws -> LeftoverFacts {
        LeftoverFacts(
            answers: try number("SELECT COUNT(*) FROM idempotency"),
            reservations: try number("SELECT COUNT(*) FROM limit_reservation"),
            localWaits: try number("SELECT COUNT(*) FROM local_wait"),
            reminders: try number("SELECT COUNT(*) FROM firing"),
            rejections: try number("SELECT COUNT(*) FROM rejected_request"),
            deletions: try number("SELECT COUNT(*) FROM deleted_entity")
        )
    }
}
