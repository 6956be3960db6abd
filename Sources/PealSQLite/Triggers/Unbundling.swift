import GRDB
import PealCore

/// Takes single notifications out of bundles that have not left.
///
/// The rest waits in its window again, which is due: it closes anew, with another carrier and the right count.
struct Unbundling {
    var app: AppID
    var now: Timestamp

    /// Bundles within bundles that are followed: a bundle that was held may have been bundled itself.
    private static let depth = 8

    private struct Carrier {
        var push: String
        var reason: Reason?
        var furthest: Cancelling.Furthest
        /// Whether none of its deliveries was ever handed out.
        var isUntouched: Bool
        var bundledIn: NotificationID?
    }

    /// How far the push has come that tells of a bundled notification.
    ///
    /// Once any device was tried it is too late: another push would tell of the others twice.
    func furthest(_ id: NotificationID, _ db: Database) throws -> Cancelling.Furthest {
        var next = try carrierID(of: id, db)
        for _ in 0..<Self.depth {
            guard let at = next, let carrier = try carrier(at, db) else { break }
            switch (carrier.push, carrier.reason) {
            case ("hold", _), ("digest", _): return .waiting
            case ("send", _):
                return carrier.furthest == .waiting && !carrier.isUntouched ? .handedOut : carrier.furthest
            case (_, .digested), (_, .summarised): next = carrier.bundledIn
            // It was cancelled before it left, and this one's trigger with it.
            case (_, .cancelled): return .waiting
            default: return .ended
            }
        }
        // It was told in a push that nobody knows any more, or in a summary.
        return .handedOut
    }

    /// Opens the window again that a notification was bundled in, and the one whose bundle it carries; whether anything
    /// waits again.
    func takeOut(_ id: NotificationID, of user: UserID, _ db: Database) throws -> Bool {
        let isOpened = try open(bundleOf: id, of: user, db)
        guard let carrierID = try carrierID(of: id, db), let carrier = try carrier(carrierID, db) else {
            return isOpened
        }
        let key: [Binding] = [app.rawValue, carrierID.blob]
        switch carrier.push {
        case "hold", "digest": break
        case "send" where carrier.furthest == .waiting && carrier.isUntouched:
            try db.run("DELETE FROM delivery WHERE app = ? AND notification_id = ?", key)
        default: return isOpened
        }
        try db.run(
            """
            UPDATE notification SET push = 'digest', push_reason = NULL, replaces = NULL, bundle_title = NULL,
                bundle_body = NULL, held_until = CASE push WHEN 'digest' THEN held_until ELSE ?3 END,
                trace = trace || CASE push WHEN 'digest' THEN '' ELSE \(Self.step) END
            WHERE app = ?1 AND id = ?2
            """,
            key + [now.milliseconds, Self.digested, Self.summarised]
        )
        _ = try open(bundleOf: carrierID, of: user, db)
        return true
    }

    /// Opens the window again whose bundle a notification carried that is not pushed any more; whether anything waits
    /// again.
    func takeOut(carrier id: NotificationID, of user: UserID, _ db: Database) throws -> Bool {
        let carried = try db.exists(
            "SELECT 1 FROM notification WHERE app = ? AND id = ? AND push = 'suppress' AND bundle_title IS NOT NULL",
            [app.rawValue, id.blob]
        )
        return try carried && open(bundleOf: id, of: user, db)
    }

    /// Lets what a notification carries wait again, and says whether there is any; what is cancelled itself stays out.
    private func open(bundleOf carrier: NotificationID, of user: UserID, _ db: Database) throws -> Bool {
        try db.run(
            """
            UPDATE notification SET push = 'digest', push_reason = NULL, held_until = ?3, bundled_in = NULL,
                trace = trace || \(Self.step)
            WHERE app = ?1 AND user_id = ?2 AND bundled_in = ?6 AND push = 'suppress'
                AND push_reason IN ('digested', 'summarised')
                AND NOT EXISTS (
                    SELECT 1 FROM trigger t
                    WHERE t.app = ?1 AND t.id = notification.trigger_id AND t.cancelled_at IS NOT NULL)
            """,
            [app.rawValue, user.rawValue, now.milliseconds, Self.digested, Self.summarised, carrier.blob]
        ) > 0
    }

    private static let step = "CASE slot WHEN '\(DigestSlot.summary)' THEN ?5 ELSE ?4 END"
    private static let digested = Trace([Trace.Step(.digest, .hold, .digested)]).encoded
    private static let summarised = Trace([Trace.Step(.digest, .hold, .summarised)]).encoded

    private func carrierID(of id: NotificationID, _ db: Database) throws -> NotificationID? {
        try db.first("SELECT bundled_in FROM notification WHERE app = ? AND id = ?", [app.rawValue, id.blob]) {
            try $0.optionalID(0)
        } ?? nil
    }

    private func carrier(_ id: NotificationID, _ db: Database) throws -> Carrier? {
        try db.first(
            """
            SELECT n.push, n.push_reason, \(Cancelling.furthestDelivery), NOT EXISTS (
                    SELECT 1 FROM delivery d WHERE d.app = n.app AND d.notification_id = n.id
                        AND (d.attempts IS NOT NULL OR d.state NOT IN ('pending', 'cancelled'))), n.bundled_in
            FROM notification n WHERE n.app = ? AND n.id = ?
            """,
            [app.rawValue, id.blob]
        ) { row in
            Carrier(
                push: try row.text(0),
                reason: try row.optionalWord(1),
                furthest: Cancelling.Furthest(rawValue: try row.int(2)) ?? .ended,
                isUntouched: try row.flag(3),
                bundledIn: try row.optionalID(4)
            )
        }
    }
}
