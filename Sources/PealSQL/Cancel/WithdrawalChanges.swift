import PealCore

/// Writes how far the withdrawal of a firing's trigger has come, and what becomes of the firing.
struct WithdrawalChanges {
    var app: AppID
    var id: TriggerID

    private var key: [SQLValue] { [app.bound, id.blob] }

    /// The firing that made a trigger (`?2`), by the key of its entity.
    static let firing = """
        (app, entity_type, entity_id, type) = (
                SELECT t.app, t.entity_type, t.entity_id, t.type FROM trigger t WHERE t.app = ?1 AND t.id = ?2)
            AND trigger_id = ?2
        """

    func move(from cursor: UserID, _ move: WithdrawalMove, _ db: SQLConnection) throws {
        let sets =
            switch move {
            case .to: "withdraw_cursor = ?4"
            case .end: "withdraw_cursor = ?4"
            case .drop: "withdraw_cursor = ?4, withdrawn_at = NULL, withdraw_reason = NULL"
            }
        let next: String? = if case .to(let user) = move { user.rawValue } else { nil }
        try db.run(
            "UPDATE trigger SET \(sets) WHERE app = ?1 AND id = ?2 AND withdraw_cursor = ?3",
            key + [cursor.rawValue, next]
        ).orFail()
    }

    func move(_ firing: FiringMove, _ db: SQLConnection) throws {
        try db.run(
            """
            UPDATE schedule SET state = ?3, reason = ?4, ended_at = COALESCE(?5, ended_at)
            WHERE \(Self.firing) AND state = ?6
            """,
            key + [
                firing.to.rawValue, firing.reason?.rawValue, firing.endedAt?.milliseconds, firing.from.rawValue,
            ]
        )
    }

    func moveRetraction(from: UserID, to: UserID?, _ db: SQLConnection) throws {
        try db.run(
            "UPDATE trigger SET retract_cursor = ?4 WHERE app = ?1 AND id = ?2 AND retract_cursor = ?3",
            key + [from.rawValue, to?.rawValue]
        ).orFail()
    }
}
