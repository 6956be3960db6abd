import GRDB
import PealCore
import PealStore

/// Writes how far the withdrawal of a firing's trigger has come, and what becomes of the firing.
struct WithdrawalChanges {
    var app: AppID
    var id: TriggerID

    private var key: [Binding] { [app.rawValue, id.blob] }

    /// The firing that made a trigger (`?2`), by the key of its entity.
    static let firing = """
        (app, entity_type, entity_id, type) = (
                SELECT t.app, t.entity_type, t.entity_id, t.type FROM trigger t WHERE t.app = ?1 AND t.id = ?2)
            AND trigger_id = ?2
        """

    func move(from cursor: UserID, _ move: WithdrawalMove, _ db: Database) throws {
        let sets =
            switch move {
            case .to: "revoke_place = ?4"
            case .end: "revoke_place = ?4"
            case .drop: "revoke_place = ?4, revoked_at = NULL, revoke_reason = NULL"
            }
        let next: String? = if case .to(let user) = move { user.rawValue } else { nil }
        try db.run(
            "UPDATE trigger SET \(sets) WHERE app = ?1 AND id = ?2 AND revoke_place = ?3",
            key + [cursor.rawValue, next]
        ).orFail()
    }

    func end(_ change: FiringChange, _ db: Database) throws {
        switch change {
        case .note(let reason):
            try db.run("UPDATE schedule SET reason = ?3 WHERE \(Self.firing) AND state = 'fired'", key + [reason])
        case .cancel(let reason, let at):
            try db.run(
                """
                UPDATE schedule SET state = 'cancelled', reason = ?3, ended_at = ?4
                WHERE \(Self.firing) AND state = 'fired'
                """,
                key + [reason, at.milliseconds]
            )
        }
    }

    func moveRetraction(from: UserID, to: UserID?, _ db: Database) throws {
        try db.run(
            "UPDATE trigger SET recall_place = ?4 WHERE app = ?1 AND id = ?2 AND recall_place = ?3",
            key + [from.rawValue, to?.rawValue]
        ).orFail()
    }
}
