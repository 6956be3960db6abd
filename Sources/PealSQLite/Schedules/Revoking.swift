import GRDB
import PealCore
import PealStore

/// Takes back what a firing has not delivered yet when its entity asks for it no longer (R053, R066).
///
/// The change of the entity notes it with the trigger, in its own transaction. Bounded steps follow: whether anything of
/// it has not left is looked up, and if so it is cancelled as a backend cancels. The place is kept with the trigger, so
/// that a crash between two steps leaves nothing half revoked.
struct Revoking {
    var app: AppID
    var id: TriggerID

    /// Why a firing is revoked whose entity has another time now.
    static let moved = "moved"

    /// Firings of one entity and type that a change looks at, the latest: others were looked at by earlier changes.
    private static let width = 50

    /// What a step came to.
    struct Step: Sendable {
        /// Whether the trigger waited for its fan-out until now.
        var ceasedToWait: Bool
    }

    private struct Found {
        var isFannedOut: Bool
        var isCancelled: Bool
        var place: String
        var at: Timestamp
        var reason: String
    }

    private enum Look {
        /// Something has not left.
        case waiting
        /// Nothing so far; there are more recipients.
        case goOn(after: String)
        /// Nothing at all.
        case over
    }

    private var key: [Binding] { [app.rawValue, id.blob] }

    /// Notes what has fired for an entity and is not wanted any more, but for one time.
    ///
    /// `key` is the app, the entity's type and identifier, and the type that fires; `nil` for the last is every one. What
    /// is past its expiry has left, or never will.
    static func note(
        _ key: [Binding],
        except time: Timestamp? = nil,
        reason: String,
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
                [key.first ?? nil, id.blob, now.milliseconds, reason]
            )
        }
    }

    /// Something to go on with, of one app or of all.
    static func next(app: AppID?, _ db: Database) throws -> Revoking? {
        try db.first(
            "SELECT app, id FROM trigger WHERE revoke_place IS NOT NULL \(clause(app)) ORDER BY app, id LIMIT 1",
            app.map { [$0.rawValue] } ?? []
        ) { Revoking(app: try $0.key(0), id: try $0.id(1)) }
    }

    /// Restricts to an app, where one is given.
    static func clause(_ app: AppID?) -> String { app == nil ? "" : "AND app = ?" }

    /// Goes on for at most `limit` recipients.
    func step(limit: Int, _ events: inout EventBatch, _ db: Database) throws -> Step {
        guard let found = try find(db) else { return Step(ceasedToWait: false) }
        if found.isFannedOut, !found.isCancelled {
            switch try look(found, limit: limit, db) {
            case .waiting: break
            case .goOn(let place):
                try db.run("UPDATE trigger SET revoke_place = ?3 WHERE app = ?1 AND id = ?2", key + [place])
                return Step(ceasedToWait: false)
            case .over:
                try leave(db)
                return Step(ceasedToWait: false)
            }
        }
        guard let step = try Cancelling(app: app, id: id).step(now: found.at, limit: limit, &events, db) else {
            return Step(ceasedToWait: false)
        }
        if step.isDone { try finish(step.report, found, db) }
        return Step(ceasedToWait: step.ceasedToWait)
    }

    private func find(_ db: Database) throws -> Found? {
        try db.first(
            """
            SELECT fan_out = 'finished', cancelled_at IS NOT NULL, revoke_place, revoked_at, revoke_reason FROM trigger
            WHERE app = ? AND id = ? AND revoke_place IS NOT NULL
            """,
            key
        ) { row in
            Found(
                isFannedOut: try row.flag(0),
                isCancelled: try row.flag(1),
                place: try row.text(2),
                at: try row.time(3),
                reason: try row.text(4)
            )
        }
    }

    /// Whether anything may still leave: what waits, what is tried again, and what a receipt may send again.
    private func look(_ found: Found, limit: Int, _ db: Database) throws -> Look {
        let page = try db.all(
            """
            SELECT n.id, n.user_id, n.expires_at > ?4 AND (n.push IN ('hold', 'digest')
                    OR n.push = 'send' AND n.push_reason IS NULL AND (
                        EXISTS (SELECT 1 FROM delivery d WHERE d.app = n.app AND d.notification_id = n.id
                            AND d.state IN ('pending', 'sending'))
                        OR EXISTS (SELECT 1 FROM receipt r WHERE r.app = n.app AND r.notification_id = n.id))),
                n.push = 'suppress' AND n.push_reason IN ('digested', 'summarised')
            FROM notification n WHERE n.app = ?1 AND n.trigger_id = ?2 AND n.user_id > ?3 ORDER BY n.user_id LIMIT ?5
            """,
            key + [found.place, found.at.milliseconds, limit]
        ) { row in
            (
                id: try row.id(0) as NotificationID, user: try row.text(1), isWaiting: try row.flag(2),
                isBundled: try row.flag(3)
            )
        }
        let unbundling = Unbundling(app: app, now: found.at)
        for recipient in page {
            if recipient.isWaiting { return .waiting }
            if recipient.isBundled, try unbundling.furthest(recipient.id, db) == .waiting { return .waiting }
        }
        guard page.count == limit, let last = page.last else { return .over }
        return .goOn(after: last.user)
    }

    /// What has left in full stays as it is, and is not looked at again.
    private func leave(_ db: Database) throws {
        try db.run(
            "UPDATE schedule SET reason = 'told' WHERE \(Self.madeIt) AND state = 'fired'",
            key
        )
        try db.run(
            "UPDATE trigger SET revoked_at = NULL, revoke_reason = NULL, revoke_place = NULL WHERE app = ? AND id = ?",
            key
        )
    }

    /// When nobody was told, the same time may fire again, should the entity ask for it again.
    private func finish(_ report: CancelReport, _ found: Found, _ db: Database) throws {
        if report.tooLate == 0 {
            try Intake.freeClaim(of: id, app: app, db)
            try db.run(
                "UPDATE schedule SET state = 'cancelled', reason = ?3, ended_at = ?4 WHERE \(Self.madeIt) AND state = 'fired'",
                key + [found.reason, found.at.milliseconds]
            )
        } else {
            try db.run("UPDATE schedule SET reason = ?3 WHERE \(Self.madeIt) AND state = 'fired'", key + [found.reason])
        }
        try db.run("UPDATE trigger SET revoke_place = NULL WHERE app = ? AND id = ?", key)
    }

    /// The firing that made a trigger, by the key of its entity.
    private static let madeIt = """
        (app, entity_type, entity_id, type) = (
                SELECT t.app, t.entity_type, t.entity_id, t.type FROM trigger t WHERE t.app = ?1 AND t.id = ?2)
            AND trigger_id = ?2
        """

    /// A trigger that its backend resumed is the one of its time again.
    static func undo(app: AppID, trigger: Trigger, now: Timestamp, _ db: Database) throws {
        try db.run(
            "UPDATE schedule SET state = 'fired', reason = NULL, ended_at = ?3 WHERE \(madeIt) AND state <> 'fired'",
            [app.rawValue, trigger.id.blob, now.milliseconds]
        )
    }

    /// A time fires anew: the inbox rows of its revoked trigger make room for those that come.
    static func takeBack(firing key: [Binding], now: Timestamp, _ db: Database) throws {
        try db.run(
            """
            UPDATE trigger SET recall_place = '', revoked_at = ?6, revoke_reason = COALESCE(revoke_reason, '\(moved)')
            WHERE app = ?1 AND id = (
                SELECT s.trigger_id FROM schedule s
                WHERE s.app = ?1 AND s.entity_type = ?2 AND s.entity_id = ?3 AND s.type = ?4 AND s.time = ?5)
            """,
            key + [now.milliseconds]
        )
    }
}
