import GRDB
import PealCore
import PealStore

/// Moves a trigger that nobody was decided about yet, and brings a cancelled one back.
struct Rescheduling {
    var app: AppID
    var id: TriggerID
    var now: Timestamp
    /// The sender limits that a new time has to keep.
    var limits: LimitCheck?

    private struct Found {
        var trigger: Trigger
        var state: TriggerState
        var claimKey: String?
        var claimUntil: Timestamp?
        var hasData: Bool

        /// Why an event is not legal in its state; `nil` when it is.
        func refusal(of event: TriggerMachine.Event) -> TriggerChange.Refusal? {
            guard TriggerMachine.next(state, on: event) == nil else { return nil }
            switch (state, event) {
            case (.cancelled, .rescheduled), (.withdrawn, .rescheduled): return .isCancelled
            case (.waiting, .resumed), (.running, .resumed), (.finished, .resumed): return .isNotCancelled
            default: return .fannedOut(state.phase == .running ? .during : .after)
            }
        }
    }

    private var key: [Binding] { [app.rawValue, id.blob] }

    /// Gives a trigger another time; its expiry and its places under sender limits move along.
    func reschedule(to sendAt: Timestamp, _ db: Database) throws -> TriggerChange? {
        guard let found = try find(db) else { return nil }
        if let refusal = found.refusal(of: .rescheduled) { return .refused(refusal) }
        if found.trigger.sendAtLocal != nil { return .refused(.localTime) }
        return try move(found, to: max(sendAt, now), db)
    }

    /// Lets a cancelled trigger wait again, as if it had not been cancelled.
    func resume(at sendAt: Timestamp?, _ db: Database) throws -> TriggerChange? {
        guard let found = try find(db) else { return nil }
        if let refusal = found.refusal(of: .resumed) { return .refused(refusal) }
        if sendAt != nil, found.trigger.sendAtLocal != nil { return .refused(.localTime) }
        guard found.hasData else { return .refused(.isForgotten) }
        if let holder = try retake(found, db) { return .refused(.claimed(by: holder)) }
        try db.run(
            """
            UPDATE trigger SET cancelled_at = NULL, cancel_spared = NULL, cancel_late = NULL, cancel_place = NULL,
                claim_until = NULL, revoked_at = NULL, revoke_reason = NULL, revoke_place = NULL, recall_place = NULL
            WHERE app = ? AND id = ?
            """,
            key
        )
        // The trigger is the one of its time again.
        for state in FiringState.allCases {
            guard let firing = FiringMove(from: state, on: .resumed, at: now) else { continue }
            try WithdrawalChanges(app: app, id: id).move(firing, db)
        }
        return try move(found, to: max(sendAt ?? found.trigger.dueAt, now), db)
    }

    private func find(_ db: Database) throws -> Found? {
        let base = PendingTrigger.columnCount
        return try db.first(
            """
            SELECT \(PendingTrigger.columns), t.fan_out, t.cancelled_at IS NOT NULL, t.claim_key, t.claim_until,
                length(t.sealed_data) > 0
            FROM trigger t \(PendingTrigger.entityJoin) WHERE t.app = ? AND t.id = ?
            """,
            key
        ) { row in
            let phase: TriggerState.Phase = try row.word(base)
            return Found(
                trigger: try PendingTrigger(row: row).trigger,
                state: try row.flag(base + 1) ? .cancelled(phase) : TriggerState(phase),
                claimKey: try row.optionalText(base + 2),
                claimUntil: try row.optionalTime(base + 3),
                hasData: try row.flag(base + 4)
            )
        }
    }

    /// - Throws: ``LimitPlaces/Refused``, so that nothing of the change is kept.
    private func move(_ found: Found, to dueAt: Timestamp, _ db: Database) throws -> TriggerChange? {
        var trigger = found.trigger
        trigger.dueAt = dueAt
        try LimitPlaces.giveBack(of: id, app: app, db)
        if let limits {
            let places = try LimitPlaces(for: trigger, limits, db)
            trigger.dueAt = places.dueAt
            trigger.bundleUntil = places.bundleUntil
            try places.take(for: trigger, db)
        }
        try db.run(
            "UPDATE trigger SET due_at = ?3, bundle_until = ?4 WHERE app = ?1 AND id = ?2",
            key + [trigger.dueAt.milliseconds, trigger.bundleUntil?.milliseconds]
        )
        return try TriggerReports.one(id, app: app, db).map(TriggerChange.changed)
    }

    /// Takes the claim again as far as it would still hold; whoever took it meanwhile keeps it, and is returned.
    private func retake(_ found: Found, _ db: Database) throws -> TriggerID? {
        guard let name = found.claimKey else { return nil }
        let holder = try db.first(
            "SELECT trigger_id FROM claim WHERE app = ? AND key = ? AND (expires_at IS NULL OR expires_at > ?)",
            [app.rawValue, name, now.milliseconds]
        ) { try $0.id(0, TriggerKind.self) }
        if let holder { return holder }
        guard let until = found.claimUntil, until > now else { return nil }
        try db.run(
            "INSERT OR REPLACE INTO claim (app, key, trigger_id, expires_at) VALUES (?, ?, ?, ?)",
            [app.rawValue, name, id.blob, until.milliseconds == Int64.max ? nil : until.milliseconds]
        )
        return nil
    }
}
