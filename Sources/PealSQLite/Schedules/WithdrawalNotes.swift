import GRDB
import PealCore
import PealStore

/// Notes what is to be withdrawn, in the transaction that changed its entity (R053, R066).
enum WithdrawalNotes {
    /// Firings of one entity and type that a change looks at, the latest: others were looked at by earlier changes.
    private static let width = 50

    /// Notes what has fired for an entity and is not wanted any more, but for one time.
    ///
    /// `key` is the app, the entity's type and identifier, and the type that fires; `nil` for the last is every one. What
    /// is past its expiry has left, or never will.
    static func note(
        _ key: [Binding],
        except time: Timestamp? = nil,
        reason: FiringReason,
        now: Timestamp,
        _ db: Database
    ) throws {
        let fired: [TriggerID] = try db.all(
            """
            SELECT t.id FROM schedule s CROSS JOIN trigger t ON t.app = s.app AND t.id = s.trigger_id
            WHERE s.app = ?1 AND s.entity_type = ?2 AND s.entity_id = ?3 AND (?4 IS NULL OR s.type = ?4)
                AND s.state = 'fired' AND s.reason IS NULL AND (?5 IS NULL OR s.time <> ?5)
                AND t.cancelled_at IS NULL AND t.revoke_place IS NULL
                AND (t.fan_out <> 'finished' OR (
                    SELECT n.expires_at FROM notification n WHERE n.app = t.app AND n.trigger_id = t.id LIMIT 1) > ?6)
            ORDER BY s.time DESC LIMIT ?7
            """,
            key + [time?.milliseconds, now.milliseconds, width]
        ) { try $0.id(0) }
        for id in fired {
            try db.run(
                "UPDATE trigger SET revoked_at = ?3, revoke_reason = ?4, revoke_place = '' WHERE app = ?1 AND id = ?2",
                [key.first ?? nil, id.blob, now.milliseconds, reason.rawValue]
            )
        }
    }

    /// A time fires again: the inbox rows of its withdrawn trigger make room for those that come.
    static func retract(firing key: [Binding], now: Timestamp, _ db: Database) throws {
        try db.run(
            """
            UPDATE trigger SET recall_place = '', revoked_at = ?6, revoke_reason = COALESCE(revoke_reason, ?7)
            WHERE app = ?1 AND id = (
                SELECT s.trigger_id FROM schedule s
                WHERE s.app = ?1 AND s.entity_type = ?2 AND s.entity_id = ?3 AND s.type = ?4 AND s.time = ?5)
            """,
            key + [now.milliseconds, FiringReason.moved.rawValue]
        )
    }
}
