import GRDB
import PealCore
import PealStore

/// Cancels a trigger: a tombstone that every later stage checks, and a definite answer counted in recipients.
///
/// The tombstone and the count of whom nobody decided about yet are one short transaction. Who was decided about follows
/// in bounded steps by user, each counting and stopping in one transaction; the place is kept with the trigger, so that a
/// crash between two steps leaves nothing half stopped.
struct Cancelling {
    var app: AppID
    var id: TriggerID

    /// What a step came to.
    struct Step: Sendable {
        var report: CancelReport
        /// Whether everybody is counted.
        var isDone: Bool
        /// Whether the trigger waited for its fan-out until now.
        var ceasedToWait: Bool
    }

    private struct Found {
        var pending: PendingTrigger
        var phase: CancelReport.Phase
        var isCancelled: Bool
        var spared: Int
        var late: Int
        var place: String?
        /// Why its entity's change revoked it, where that was it.
        var cause: FiringReason?
    }

    private var key: [Binding] { [app.rawValue, id.blob] }

    /// Begins a cancel, or goes on with it for at most `limit` recipients; `nil` when there is no such trigger.
    ///
    /// One that is over answers as it did.
    func step(now: Timestamp, limit: Int, _ events: inout EventBatch, _ db: Database) throws -> Step? {
        guard var found = try find(db) else { return nil }
        let ceasedToWait = !found.isCancelled && found.phase != .after
        if !found.isCancelled {
            try begin(&found, now: now, db)
            events.add(.triggerCancelled, app: app, .trigger(id))
        }
        if let place = found.place { try stop(&found, after: place, now: now, limit: limit, &events, db) }
        let report = CancelReport(cancelled: found.spared, tooLate: found.late, phase: found.phase)
        return Step(report: report, isDone: found.place == nil, ceasedToWait: ceasedToWait)
    }

    private func find(_ db: Database) throws -> Found? {
        let base = PendingTrigger.columnCount
        return try db.first(
            """
            SELECT \(PendingTrigger.columns), t.fan_out, t.cancelled_at IS NOT NULL, COALESCE(t.cancel_spared, 0),
                COALESCE(t.cancel_late, 0), t.cancel_place, t.revoke_reason
            FROM trigger t \(PendingTrigger.entityJoin) WHERE t.app = ? AND t.id = ?
            """,
            key
        ) { row in
            let phase: CancelReport.Phase =
                switch try row.text(base) {
                case "waiting": .beforeFanOut
                case "running": .during
                default: .after
                }
            return Found(
                pending: try PendingTrigger(row: row),
                phase: phase,
                isCancelled: try row.flag(base + 1),
                spared: try row.int(base + 2),
                late: try row.int(base + 3),
                place: try row.optionalText(base + 4),
                cause: try row.optionalWord(base + 5)
            )
        }
    }

    /// Sets the tombstone: no page is written any more, so all who are left are spared.
    private func begin(_ found: inout Found, now: Timestamp, _ db: Database) throws {
        if found.phase != .after { found.spared = try left(found.pending, db) }
        found.place = found.phase == .beforeFanOut ? nil : ""
        try db.run(
            """
            UPDATE trigger SET cancelled_at = ?3, cancel_spared = ?4, cancel_late = 0, cancel_place = ?5, cursor = NULL
            WHERE app = ?1 AND id = ?2
            """,
            key + [now.milliseconds, found.spared, found.place]
        )
        if found.phase == .beforeFanOut { try letGo(db) }
    }

    /// Recipients after the cursor; local times make several rounds, of which the query leaves out who had theirs.
    private func left(_ pending: PendingTrigger, _ db: Database) throws -> Int {
        let audience = try RecipientQuery(of: pending).count(db)
        guard pending.trigger.sendAtLocal == nil else { return audience }
        let decided = try db.value(
            Int.self,
            "SELECT COUNT(*) FROM notification WHERE app = ? AND trigger_id = ? AND user_id > ?",
            key + [pending.cursor?.rawValue ?? ""]
        )
        return max(0, audience - (decided ?? 0))
    }

    /// Frees the claim and the places under sender limits, and keeps until when the claim held, should it be resumed.
    private func letGo(_ db: Database) throws {
        try db.run(
            """
            UPDATE trigger SET claim_until = (
                SELECT COALESCE(c.expires_at, \(Int64.max)) FROM claim c
                WHERE c.app = trigger.app AND c.key = trigger.claim_key AND c.trigger_id = trigger.id)
            WHERE app = ? AND id = ? AND claim_key IS NOT NULL
            """,
            key
        )
        try Intake.freeClaim(of: id, app: app, db)
    }

    /// Counts and stops the next recipients.
    private func stop(
        _ found: inout Found,
        after place: String,
        now: Timestamp,
        limit: Int,
        _ events: inout EventBatch,
        _ db: Database
    ) throws {
        let unbundling = Unbundling(app: app, now: now)
        let recipients = try next(after: place, limit: limit, db)
        for recipient in recipients {
            let furthest =
                recipient.isBundled ? try unbundling.furthest(recipient.notification, db) : recipient.furthest
            switch furthest {
            case .handedOut: found.late += 1
            case .waiting:
                found.spared += 1
                events.add(.pushEnded, app: app, user: recipient.user, .notification(recipient.notification))
                if recipient.isBundled || recipient.carriesBundle,
                    try unbundling.takeOut(recipient.notification, of: recipient.user, db)
                {
                    events.add(.pushDue, app: app, user: recipient.user)
                }
            case .ended: break
            case nil: continue
            }
            // What a bundle told that has left stays told.
            if !recipient.isBundled || furthest == .waiting {
                try stop(recipient.notification, because: furthest == .waiting ? found.cause : nil, db)
            }
        }
        found.place = recipients.count == limit ? recipients.last?.user.rawValue : nil
        try db.run(
            "UPDATE trigger SET cancel_spared = ?3, cancel_late = ?4, cancel_place = ?5 WHERE app = ?1 AND id = ?2",
            key + [found.spared, found.late, found.place]
        )
    }

    /// How far a recipient's push has come, over all of their devices.
    enum Furthest: Int {
        case ended, waiting, handedOut
    }

    private struct Recipient {
        var notification: NotificationID
        var user: UserID
        /// `nil` when no push was to be sent.
        var furthest: Furthest?
        /// Whether it was pushed, or is to be, as part of a bundle that another one carries.
        var isBundled: Bool
        var carriesBundle: Bool
    }

    /// How far a notification's deliveries have come, of `notification n`.
    ///
    /// Leased or sent to any device is handed out, and so is what waits after an attempt whose answer was lost.
    static let furthestDelivery = """
        (SELECT COALESCE(MAX(CASE
            WHEN d.state IN ('sending', 'accepted', 'unknown') THEN 2
            WHEN d.state <> 'pending' THEN 0
            WHEN d.attempts IS NOT NULL AND EXISTS (
                SELECT 1 FROM json_each(d.attempts) a WHERE json_extract(a.value, '$[1]') = 'unknown') THEN 2
            ELSE 1 END), 0)
        FROM delivery d WHERE d.app = n.app AND d.notification_id = n.id)
        """

    private func next(after place: String, limit: Int, _ db: Database) throws -> [Recipient] {
        try db.all(
            """
            SELECT n.id, n.user_id, CASE n.push WHEN 'suppress' THEN NULL WHEN 'send' THEN \(Self.furthestDelivery)
                ELSE 1 END, n.push = 'suppress' AND n.push_reason IN ('digested', 'summarised'),
                n.bundle_title IS NOT NULL
            FROM notification n WHERE n.app = ? AND n.trigger_id = ? AND n.user_id > ? ORDER BY n.user_id LIMIT ?
            """,
            key + [place, limit]
        ) { row in
            Recipient(
                notification: try row.id(0),
                user: try row.key(1),
                furthest: row.hasNull(atIndex: 2) ? nil : Furthest(rawValue: try row.int(2)),
                isBundled: try row.flag(3),
                carriesBundle: try row.flag(4)
            )
        }
    }

    /// What never left is suppressed; a reason on what did leave stops its retries.
    private func stop(_ notification: NotificationID, because cause: FiringReason?, _ db: Database) throws {
        let step = cause.map { Trace([Trace.Step(.route, .stop, .cancelled, .revoked($0))]).encoded } ?? ""
        let key: [Binding] = [app.rawValue, notification.blob]
        try db.run(
            """
            UPDATE delivery SET state = 'cancelled', reason = 'cancelled'
            WHERE app = ? AND notification_id = ? AND state = 'pending'
            """,
            key
        )
        try db.run(
            """
            UPDATE notification SET push_reason = 'cancelled', held_until = NULL, trace = trace || ?3,
                push = CASE WHEN push IN ('hold', 'digest') OR EXISTS (
                        SELECT 1 FROM delivery d WHERE d.app = notification.app AND d.notification_id = notification.id)
                    AND NOT EXISTS (
                        SELECT 1 FROM delivery d WHERE d.app = notification.app AND d.notification_id = notification.id
                            AND (d.state <> 'cancelled' OR d.attempts IS NOT NULL))
                    THEN 'suppress' ELSE push END
            WHERE app = ?1 AND id = ?2
            """,
            key + [step]
        )
    }
}
