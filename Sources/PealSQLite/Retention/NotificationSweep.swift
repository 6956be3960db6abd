import Foundation
import GRDB
import PealCore
import PealStore

/// Drops what is too old of an app's notifications (R186, R215).
///
/// A row is the decision, the inbox entry and the log in one, so it goes when the last of them is over.
struct NotificationSweep {
    let cut: RetentionCut

    private struct Candidate {
        var id: NotificationID
        var leavesInbox: Bool
        var leavesLog: Bool
        /// Whether a sweep before this one took it off the inbox, or emptied its log.
        var leftInbox: Bool
        var leftLog: Bool
        var isOpen: Bool
    }

    func step(after: NotificationID?, limit: Int, _ db: Connection) throws -> RetentionStep<NotificationKind> {
        var counts = RetentionCounts()
        let candidates = try next(after: after, limit: limit, db)
        for candidate in candidates where !candidate.isOpen { try drop(candidate, &counts, db) }
        return RetentionStep(counts: counts, next: candidates.count == limit ? candidates.last?.id : nil)
    }

    private func next(after: NotificationID?, limit: Int, _ db: Connection) throws -> [Candidate] {
        try db.all(
            """
            SELECT n.id, n.created_at < ?4, n.created_at < ?5, n.removal IS 'expired', n.trace = '',
                n.push IN ('hold', 'digest')
                OR EXISTS (SELECT 1 FROM delivery d WHERE d.app = n.app AND d.notification_id = n.id
                    AND d.state IN ('pending', 'sending'))
                OR EXISTS (SELECT 1 FROM trigger t WHERE t.app = n.app AND t.id = n.trigger_id
                    AND (t.fan_out <> 'finished' AND t.cancelled_at IS NULL OR t.cancel_place IS NOT NULL))
            FROM notification n WHERE n.app = ?1 AND n.id > ?2 AND n.id < ?3 ORDER BY n.id LIMIT ?6
            """,
            [
                cut.app.bound, after?.blob ?? Data(), max(cut.inbox, cut.log).firstID, cut.inbox.milliseconds,
                cut.log.milliseconds, limit,
            ]
        ) { row in
            Candidate(
                id: try row.id(0),
                leavesInbox: try row.flag(1),
                leavesLog: try row.flag(2),
                leftInbox: try row.flag(3),
                leftLog: try row.flag(4),
                isOpen: try row.flag(5)
            )
        }
    }

    private func drop(_ candidate: Candidate, _ counts: inout RetentionCounts, _ db: Connection) throws {
        let key: [Binding] = [cut.app.bound, candidate.id.blob]
        if candidate.leavesInbox, !candidate.leftInbox { counts.inbox += 1 }
        if candidate.leavesLog, !candidate.leftLog {
            counts.decisions += 1
            counts.deliveries += try db.run("DELETE FROM delivery WHERE app = ? AND notification_id = ?", key)
        }
        if candidate.leavesInbox, candidate.leavesLog {
            try db.run("DELETE FROM notification WHERE app = ? AND id = ?", key)
        } else if candidate.leavesInbox, !candidate.leftInbox {
            try db.run(
                """
                UPDATE notification SET removal = 'expired', removed_at = COALESCE(removed_at, ?3), is_alert = 0,
                    title = '', body = '', push_title = NULL, push_body = NULL, link = '',
                    bundle_title = NULL, bundle_body = NULL, actions = NULL
                WHERE app = ?1 AND id = ?2
                """,
                key + [cut.inbox.milliseconds]
            )
        } else if candidate.leavesLog, !candidate.leftLog {
            try db.run("UPDATE notification SET trace = '' WHERE app = ? AND id = ?", key)
        }
    }
}

extension Timestamp {
    /// What every identifier made at this instant or later is not below.
    var firstID: Data {
        let time = max(0, milliseconds)
        return Data([40, 32, 24, 16, 8, 0].map { UInt8(truncatingIfNeeded: time >> $0) })
    }
}
