import PealCore

/// Writes when triggers are sent.
struct MoveChanges {
    var app: AppID
    var id: TriggerID

    private var key: [SQLValue] { [app.bound, id.blob] }

    func move(from dueAt: Timestamp, to time: TriggerTime, _ db: SQLConnection) throws {
        try db.run(
            """
            UPDATE trigger SET due_at = ?3, digest_until = ?4, open_until = open_until + ?3 - due_at
            WHERE app = ?1 AND id = ?2 AND due_at = ?5 AND cancelled_at IS NULL AND fan_out = ?6
            """,
            key + [
                time.dueAt.milliseconds, time.digestUntil?.milliseconds, dueAt.milliseconds,
                TriggerState.Phase.waiting.rawValue,
            ]
        ).orFail()
    }

    func resume(at time: TriggerTime, _ db: SQLConnection) throws {
        try db.run(
            """
            UPDATE trigger SET cancelled_at = NULL, cancel_spared = NULL, cancel_late = NULL, cancel_cursor = NULL,
                claim_until = NULL, withdrawn_at = NULL, withdraw_reason = NULL, withdraw_cursor = NULL, retract_cursor = NULL,
                due_at = ?3, digest_until = ?4, open_until = open_until + ?3 - due_at
            WHERE app = ?1 AND id = ?2 AND cancelled_at IS NOT NULL AND fan_out = ?5 AND length(sealed_data) > 0
            """,
            key + [
                time.dueAt.milliseconds, time.digestUntil?.milliseconds, TriggerState.Phase.waiting.rawValue,
            ]
        ).orFail()
    }
}
