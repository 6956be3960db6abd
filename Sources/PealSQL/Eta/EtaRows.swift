import PealCore

/// Reads and writes the replies of participants.
struct EtaRows {
    var app: AppID

    /// The record of a participant; `nil` when there is none.
    func record(of user: UserID, in event: EntityRef, _ db: SQLConnection) throws -> EtaRecord? {
        try db.first(
            """
            SELECT \(EtaRecord.columns) FROM eta_reply r
            WHERE r.app = ? AND r.entity_type = ? AND r.entity_id = ? AND r.user_id = ?
            """,
            key(event, user)
        ) { try EtaRecord(row: $0, at: 0) }
    }

    /// Stores a reply; expects the member as it was read, and what was stored of them.
    func write(_ plan: EtaPlan, _ events: inout EventBatch, _ db: SQLConnection) throws {
        try ErasedUsers.refuse(plan.user, app: app, db)
        let isMember = try db.exists(
            """
            SELECT 1 FROM member
            WHERE app = ? AND entity_type = ? AND entity_id = ? AND user_id = ? AND status {same} ? AND updated_at = ?
            """,
            key(plan.event, plan.user) + [plan.member.status, plan.member.updatedAt.milliseconds]
        )
        guard isMember, try record(of: plan.user, in: plan.event, db) == plan.before else {
            throw GuardFailed()
        }
        let (reply, sealed) = (plan.after.latest, plan.after.latest.sealedMessage)
        try db.run(
            """
            INSERT INTO eta_reply (app, entity_type, entity_id, user_id, status, minutes_late, replied_at,
                sealed_message, version, answered, cancellation)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (app, entity_type, entity_id, user_id) DO UPDATE SET status = excluded.status,
                minutes_late = excluded.minutes_late, replied_at = excluded.replied_at,
                sealed_message = excluded.sealed_message, version = excluded.version, answered = excluded.answered,
                cancellation = excluded.cancellation
            """,
            key(plan.event, plan.user) + [
                reply.status.rawValue, reply.minutesLate, reply.at.milliseconds, sealed.isEmpty ? nil : sealed,
                plan.after.version, try JSONText.encode(plan.after.answered),
                try plan.after.cancellation.map { try JSONText.encode(any: $0) },
            ]
        )
        for kind in plan.events { events.add(kind, app: app, user: plan.user, .entity(plan.event), plan.detail) }
        if let member = plan.memberAfter { _ = try EntityChanges(app: app).put(member, &events, db) }
    }

    /// Deletes some replies from before an instant, the oldest first; how many.
    func sweep(before instant: Timestamp, limit: Int, _ db: SQLConnection) throws -> Int {
        let old = try db.all(
            """
            SELECT entity_type, entity_id, user_id FROM eta_reply WHERE app = ? AND replied_at < ?
            ORDER BY replied_at LIMIT ?
            """,
            [app.bound, instant.milliseconds, limit]
        ) { row in (event: EntityRef(type: try row.key(0), id: try row.text(1)), user: try row.key(2) as UserID) }
        for row in old {
            try db.run(
                "DELETE FROM eta_reply WHERE app = ? AND entity_type = ? AND entity_id = ? AND user_id = ?",
                key(row.event, row.user)
            )
        }
        return old.count
    }

    private func key(_ event: EntityRef, _ user: UserID) -> [SQLValue] {
        [app.bound, event.type.rawValue, event.id, user.rawValue]
    }
}
