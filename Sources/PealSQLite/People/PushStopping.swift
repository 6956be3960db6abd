import GRDB
import PealCore

/// Takes a push back because what it says was seen to elsewhere (R165).
struct PushStopping {
    var app: AppID
    var user: UserID
    var now: Timestamp

    /// Takes back what has not left yet; whether there was anything.
    ///
    /// One in flight is not tried again. What a bundle carried besides goes on without it.
    func stop(_ id: NotificationID, _ events: inout EventBatch, _ db: Database) throws -> Bool {
        guard try takeBack(id, db) else { return false }
        events.add(.pushEnded, app: app, user: user, .notification(id))
        if try Unbundling(app: app, now: now).takeOut(carrier: id, of: user, db) {
            events.add(.pushDue, app: app, user: user)
        }
        return true
    }

    private func takeBack(_ id: NotificationID, _ db: Database) throws -> Bool {
        let key: [Binding] = [app.rawValue, id.blob]
        guard
            let found = try db.first(
                """
                SELECT push, hold_stage,
                    (SELECT MAX(d.state = 'sending') FROM delivery d WHERE d.app = n.app AND d.notification_id = n.id
                        AND d.state IN ('pending', 'sending'))
                FROM notification n WHERE n.app = ? AND n.id = ? AND n.push IN ('hold', 'send')
                """,
                key,
                { row in
                    (
                        push: try row.text(0), holdStage: try row.optionalWord(1, Stage.self),
                        isOpen: !row.hasNull(atIndex: 2)
                    )
                }
            )
        else { return false }
        if found.push == "hold" { return try stopHeld(key, by: found.holdStage, db) }
        guard found.isOpen else { return false }
        return try stopPending(key, db)
    }

    /// Takes back a push that waits only because the person was active, as they have seen it meanwhile.
    func stopWaitingForRest(_ id: NotificationID, _ events: inout EventBatch, _ db: Database) throws {
        let key: [Binding] = [app.rawValue, id.blob]
        let waitsForRest = try db.exists(
            "SELECT 1 FROM notification WHERE app = ? AND id = ? AND push = 'hold' AND hold_stage = ?",
            key + [Stage.device.rawValue]
        )
        if waitsForRest, try stopHeld(key, by: .device, db) {
            events.add(.pushEnded, app: app, user: user, .notification(id))
        }
    }

    private func stopHeld(_ key: [Binding], by stage: Stage?, _ db: Database) throws -> Bool {
        try db.run(
            """
            UPDATE notification SET push = 'suppress', push_reason = 'resolved-elsewhere', held_until = NULL,
                trace = trace || ?3
            WHERE app = ?1 AND id = ?2 AND push = 'hold'
            """,
            key + [Trace([.resolvedElsewhere(holdStage: stage)]).encoded]
        ) == 1
    }

    /// What never left any device is suppressed; a reason on what did leave stops its retries.
    private func stopPending(_ key: [Binding], _ db: Database) throws -> Bool {
        let cancelled = try db.run(
            """
            UPDATE delivery SET state = 'cancelled', reason = 'resolved-elsewhere'
            WHERE app = ? AND notification_id = ? AND state = 'pending'
            """,
            key
        )
        try db.run(
            """
            UPDATE notification SET push_reason = 'resolved-elsewhere', trace = trace || ?3,
                push = CASE WHEN EXISTS (
                        SELECT 1 FROM delivery d WHERE d.app = ?1 AND d.notification_id = ?2
                            AND (d.state <> 'cancelled' OR d.attempts IS NOT NULL))
                    THEN push ELSE 'suppress' END
            WHERE app = ?1 AND id = ?2 AND push = 'send' AND push_reason IS NULL
            """,
            key + [Trace([.resolvedElsewhere(holdStage: nil)]).encoded]
        )
        return cancelled > 0
    }
}
