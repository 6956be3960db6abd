import GRDB
public import PealCore
public import PealStore

extension SQLiteStore {
    /// Gives a trigger that is not fanned out another time.
    public func reschedule(
        _ id: TriggerID,
        app: AppID,
        to sendAt: Timestamp,
        limits: LimitCheck?,
        now: Timestamp
    ) async throws -> TriggerChange? {
        try await writer.perform(.intake) { db, events in
            let change = try Self.undoingRefused(db) {
                try Rescheduling(app: app, id: id, now: now, limits: limits).reschedule(to: sendAt, db)
            }
            if case .changed? = change { events.add(.triggerMoved, app: app, .trigger(id)) }
            return change
        }
    }

    /// Lets a trigger that was cancelled before its fan-out wait again.
    public func resume(
        _ id: TriggerID,
        app: AppID,
        sendAt: Timestamp?,
        limits: LimitCheck?,
        now: Timestamp,
        answer: IdempotentAnswer<TriggerReport>?
    ) async throws -> TriggerChange? {
        let change = try await writer.perform(.intake) { db, events in
            let change = try Self.undoingRefused(db) {
                try Rescheduling(app: app, id: id, now: now, limits: limits).resume(at: sendAt, db)
            }
            if case .changed(let report)? = change {
                events.add(.triggerResumed, app: app, .trigger(id))
                if let answer {
                    try StoredAnswers.store(answer.make(report), under: answer.key, now: now, db)
                }
            }
            return change
        }
        if case .changed? = change { countWaiting(1, of: app) }
        return change
    }

    /// A limit that has no room undoes the change, and says so.
    private static func undoingRefused(_ db: Database, _ body: () throws -> TriggerChange?) throws -> TriggerChange? {
        do { return try db.isolated(body) } catch let refused as LimitPlaces.Refused {
            return .refused(.limit(refused.refusal))
        }
    }
}
