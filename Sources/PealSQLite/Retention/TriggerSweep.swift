import Foundation
import GRDB
import PealCore
import PealStore

/// Drops what is too old of an app's triggers (R215).
struct TriggerSweep {
    let cut: RetentionCut

    private struct Candidate {
        var id: TriggerID
        var isOver: Bool
        var hasData: Bool
        var hasNotifications: Bool
        /// Whether any push of it is still to come.
        var isOpen: Bool
    }

    func step(after: TriggerID?, limit: Int, _ db: Connection) throws -> RetentionStep<TriggerKind> {
        var counts = RetentionCounts()
        let candidates = try next(after: after, limit: limit, db)
        for candidate in candidates where candidate.isOver { try drop(candidate, &counts, db) }
        guard candidates.count < limit else { return RetentionStep(counts: counts, next: candidates.last?.id) }
        try TurnedAwayRows.sweep(cut, db)
        return RetentionStep(counts: counts, next: nil)
    }

    /// A trigger is as old as its time: one that waited for weeks is fresh when it is sent.
    private func next(after: TriggerID?, limit: Int, _ db: Connection) throws -> [Candidate] {
        let ofTrigger = "FROM notification n WHERE n.app = t.app AND n.trigger_id = t.id"
        return try db.all(
            """
            SELECT t.id, t.due_at < ?4 AND (t.fan_out = 'finished' OR t.cancelled_at IS NOT NULL)
                    AND t.cancel_place IS NULL,
                length(t.sealed_data) > 0, EXISTS (SELECT 1 \(ofTrigger)),
                length(t.sealed_data) > 0 AND EXISTS (SELECT 1 \(ofTrigger) AND (
                    n.push IN ('hold', 'digest')
                    OR EXISTS (SELECT 1 FROM delivery d WHERE d.app = n.app AND d.notification_id = n.id
                        AND d.state IN ('pending', 'sending'))))
            FROM trigger t WHERE t.app = ?1 AND t.id > ?2 AND t.id < ?3 ORDER BY t.id LIMIT ?5
            """,
            [cut.app.bound, after?.blob ?? Data(), cut.log.firstID, cut.log.milliseconds, limit]
        ) { row in
            Candidate(
                id: try row.id(0),
                isOver: try row.flag(1),
                hasData: try row.flag(2),
                hasNotifications: try row.flag(3),
                isOpen: try row.flag(4)
            )
        }
    }

    private func drop(_ candidate: Candidate, _ counts: inout RetentionCounts, _ db: Connection) throws {
        let key: [Binding] = [cut.app.bound, candidate.id.blob]
        if candidate.hasData, !candidate.isOpen { counts.data += 1 }
        if !candidate.hasNotifications {
            counts.triggers += try db.run("DELETE FROM trigger WHERE app = ? AND id = ?", key)
        } else if candidate.hasData, !candidate.isOpen {
            try db.run("UPDATE trigger SET sealed_data = x'' WHERE app = ? AND id = ?", key)
        }
    }
}
