import GRDB
import PealCore
import PealStore

/// Writes changes to pushes.
struct PushChanges {
    var app: AppID
    var user: UserID

    func write(_ change: PushChange, _ events: inout EventBatch, _ db: Connection) throws {
        try write(change, db)
        switch change {
        case .cancelDeliveries(let id, _, _), .end(let id, _, to: .suppressed, _, _):
            addOnce(.pushEnded, .notification(id), &events)
        case .returnToDigest, .reopenDigest: addOnce(.pushDue, .none, &events)
        case .end, .deleteDeliveries: break
        }
    }

    /// Several changes to one push leave one event.
    private func addOnce(_ kind: EventKind, _ subject: Event.Subject, _ events: inout EventBatch) {
        let event = Event(kind, app: app, user: user, subject)
        if events.events.last != event { events.add(kind, app: app, user: user, subject) }
    }

    private func write(_ change: PushChange, _ db: Connection) throws {
        switch change {
        case .cancelDeliveries(let id, let count, let reason):
            try db.run(
                """
                UPDATE delivery SET state = ?3, reason = ?4 WHERE app = ?1 AND notification_id = ?2 AND state = ?5
                """,
                [
                    app.bound, id.blob, DeliveryState.cancelled.rawValue, reason.rawValue,
                    DeliveryState.pending.rawValue,
                ]
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
                UPDATE notification SET push = ?5, push_reason = NULL, held_until = ?3, bundled_in = NULL,
                    trace = trace || ?4
                WHERE app = ?1 AND id = ?2 AND push = ?6 AND bundled_in IS NOT NULL
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
        }
    }
}
