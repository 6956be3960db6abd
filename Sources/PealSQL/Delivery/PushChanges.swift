import PealCore

/// Writes changes to pushes.
struct PushChanges {
    var app: AppID
    var user: UserID

    func write(_ change: PushChange, _ events: inout EventBatch, _ db: SQLConnection) throws {
        try write(change, db)
        switch change {
        case .cancelDeliveries(let id, _, _), .end(let id, _, to: .suppressed, _, _):
            addOnce(.pushEnded, .notification(id), &events)
        case .returnToDigest, .reopenDigest: addOnce(.pushDue, .none, &events)
        case .leaveSummary(let id, _, _): events.add(.pushReleased, app: app, user: user, .notification(id), .again)
        case .end, .deleteDeliveries, .joinSummary, .mergeSummary, .endSummary: break
        }
    }

    /// Several changes to one push leave one event.
    private func addOnce(_ kind: EventKind, _ subject: Event.Subject, _ events: inout EventBatch) {
        let event = Event(kind, app: app, user: user, subject)
        if events.events.last != event { events.add(kind, app: app, user: user, subject) }
    }

    private func write(_ change: PushChange, _ db: SQLConnection) throws {
        switch change {
        case .cancelDeliveries(let id, let count, let reason):
            try db.run(
                """
                UPDATE delivery SET state = ?3, reason = ?4
                WHERE app = ?1 AND notification_id = ?2 AND \(PartialIndex.pending.condition)
                """,
                [app.bound, id.blob, DeliveryState.cancelled.stored, reason.rawValue]
            ).orFail(count)
        case .deleteDeliveries(let id, let count):
            try db.run("DELETE FROM delivery WHERE app = ? AND notification_id = ?", [app.bound, id.blob])
                .orFail(count)
        case .end(let id, let from, let to, let reason, let trace):
            try db.run(
                """
                UPDATE notification SET push = ?4, push_reason = ?5, held_until = NULL, trace = trace || ?6
                WHERE app = ?1 AND id = ?2 AND push = ?3
                """,
                [app.bound, id.blob, from.stored, to.stored, reason.rawValue, trace.encoded]
            ).orFail()
        case .returnToDigest(let id, let until, let trace):
            try db.run(
                """
                UPDATE notification SET push = ?5, push_reason = NULL, held_until = ?3, digest_id = NULL,
                    trace = trace || ?4
                WHERE app = ?1 AND id = ?2 AND push = ?6 AND digest_id IS NOT NULL
                """,
                [
                    app.bound, id.blob, until.milliseconds, trace.encoded, PushState.digested.stored,
                    PushState.represented.stored,
                ]
            ).orFail()
        case .reopenDigest(let id, let from, let until, let trace):
            try db.run(
                """
                UPDATE notification SET push = ?6, push_reason = NULL, held_until = ?4, replaces = NULL,
                    sealed_digest_text = NULL, trace = trace || ?5
                WHERE app = ?1 AND id = ?2 AND push = ?3
                """,
                [
                    app.bound, id.blob, from.stored, until?.milliseconds, trace.encoded, PushState.digested.stored,
                ]
            ).orFail()
        case .joinSummary(let id, let summary, let trace): try join(id, summary, trace, db)
        case .mergeSummary(let id, let summary, at: let now):
            try db.run(
                "UPDATE notification SET digest_id = ?4 WHERE app = ?1 AND user_id = ?2 AND digest_id = ?3",
                [app.bound, user.rawValue, id.blob, summary.blob]
            )
            try endSummary(id, at: now, Trace(), db)
        case .leaveSummary(let id, let dueAt, let trace): try leaveSummary(id, dueAt: dueAt, trace, db)
        case .endSummary(let id, at: let now, let trace): try endSummary(id, at: now, trace, db)
        }
    }

    private func join(_ id: NotificationID, _ summary: NotificationID, _ trace: Trace, _ db: SQLConnection) throws {
        let event = PushMachine.Event.summarised
        guard let state = PushMachine.next(.sending, on: event) else { throw GuardFailed() }
        try db.run(
            """
            UPDATE notification SET push = ?4, push_reason = ?5, digest_id = ?6, trace = trace || ?7
            WHERE app = ?1 AND id = ?2 AND push = ?3 AND push_reason IS NULL
            """,
            [
                app.bound, id.blob, PushState.sending.stored, state.stored, event.reason?.rawValue, summary.blob,
                trace.encoded,
            ]
        ).orFail()
    }

    /// The deliveries that the summary took over are those that it cancelled.
    private func leaveSummary(_ id: NotificationID, dueAt: Timestamp, _ trace: Trace, _ db: SQLConnection) throws {
        guard let state = PushMachine.next(.represented, on: .leftSummary),
            let delivery = DeliveryMachine.next(.cancelled, on: .leftSummary)
        else { throw GuardFailed() }
        let summarised = PushMachine.Event.summarised.reason?.rawValue
        try db.run(
            """
            UPDATE notification SET push = ?4, push_reason = NULL, digest_id = NULL, trace = trace || ?5
            WHERE app = ?1 AND id = ?2 AND push_reason = ?3 AND digest_id IS NOT NULL
            """,
            [app.bound, id.blob, summarised, state.stored, trace.encoded]
        ).orFail()
        try db.run(
            """
            UPDATE delivery SET state = ?5, epoch = NULL, reason = NULL, due_at = ?6
            WHERE app = ?1 AND notification_id = ?2 AND state = ?3 AND reason = ?4
            """,
            [
                app.bound, id.blob, DeliveryState.cancelled.stored, summarised, delivery.stored,
                dueAt.milliseconds,
            ]
        )
    }

    private func endSummary(_ id: NotificationID, at now: Timestamp, _ trace: Trace, _ db: SQLConnection) throws {
        try db.run(
            """
            UPDATE notification SET digest_window = NULL, digest_until = NULL, sealed_digest_text = NULL, valid_until = ?5,
                trace = trace || ?4
            WHERE app = ?1 AND id = ?2 AND digest_window = ?3
            """,
            [app.bound, id.blob, DigestWindowKey.summary, trace.encoded, now.milliseconds]
        ).orFail()
        // Each of its deliveries is asked about as well.
        try db.run(
            "UPDATE delivery SET policy_version = NULL WHERE app = ? AND notification_id = ?",
            [app.bound, id.blob]
        )
    }
}
