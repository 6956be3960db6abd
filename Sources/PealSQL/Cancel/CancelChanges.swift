import PealCore
import PealStore

/// Writes how far the cancel of a trigger has come.
struct CancelChanges {
    var app: AppID
    var id: TriggerID

    private var key: [SQLValue] { [app.bound, id.blob] }

    /// Marks the trigger as cancelled; the recipients nobody decided about are counted in the same transaction.
    func begin(in phase: CancelReport.Phase, _ start: CancelStart, at now: Timestamp, _ db: SQLConnection) throws
        -> ChangeValue
    {
        let undecided = start.countsUndecided ? try undecided(db) : 0
        try db.run(
            """
            UPDATE trigger SET cancelled_at = ?3, cancel_spared = ?4, cancel_late = 0, cancel_cursor = ?5, cursor = NULL
            WHERE app = ?1 AND id = ?2 AND cancelled_at IS NULL AND fan_out = ?6
            """,
            key + [now.milliseconds, undecided, start.cursor?.rawValue, phase.fanOut.rawValue]
        ).orFail()
        return .undecided(undecided)
    }

    func count(_ count: CancelCount, _ db: SQLConnection) throws {
        try db.run(
            """
            UPDATE trigger SET cancel_spared = cancel_spared + ?4, cancel_late = cancel_late + ?5, cancel_cursor = ?6
            WHERE app = ?1 AND id = ?2 AND cancel_cursor = ?3
            """,
            key + [count.from.rawValue, count.cancelled, count.tooLate, count.to?.rawValue]
        ).orFail()
    }

    /// Recipients after the cursor; where there are several passes, the query leaves out who had theirs.
    private func undecided(_ db: SQLConnection) throws -> Int {
        let found = try db.first(
            "SELECT \(PendingTrigger.columns) FROM trigger t \(PendingTrigger.entityJoin) WHERE t.app = ? AND t.id = ?",
            key,
            { try PendingTrigger(row: $0) }
        )
        guard let pending = found else { throw GuardFailed() }
        let audience = try RecipientQuery(of: pending).count(db)
        guard pending.trigger.sendAtLocal == nil, !pending.isPlaced else { return audience }
        let decided = try db.value(
            Int.self,
            "SELECT COUNT(*) FROM notification WHERE app = ? AND trigger_id = ? AND user_id > ?",
            key + [pending.cursor?.rawValue ?? ""]
        )
        return max(0, audience - (decided ?? 0))
    }
}
