import PealCore
import PealStore

/// Deletes events that are past their time (``EventRetention``).
///
/// A row has no time of its own. Each sweep notes where the log ends at its instant, so that a later one knows which rows
/// are at least that old.
struct EventSweep {
    let now: Timestamp

    /// The time between two marks: rows are deleted at most so much later than they could be.
    private static let spacing = Duration.seconds(600)

    /// What a sweep would write.
    struct Plan: Sendable {
        /// The end of the log, where it is time to note it.
        var mark: Int64?
        /// Rows before this one are deleted.
        var cut: Int64
        /// Marks before this row are not needed any longer.
        var oldestMark: Int64
        var isAnyDue: Bool

        /// Whether there is nothing to write.
        var isEmpty: Bool { mark == nil && !isAnyDue }
    }

    func plan(_ db: SQLConnection) throws -> Plan {
        let end = try EventLogRows.end(db).row
        let last = try db.first("SELECT seq, at FROM event_mark ORDER BY seq DESC LIMIT 1") {
            (seq: try $0.decode(Int64.self, atIndex: 0), at: try $0.time(1))
        }
        // A clock that went back starts again.
        let isTime = last.map { $0.seq < end && (now - $0.at >= Self.spacing || now < $0.at) } ?? (end > 1)
        let outlived = try rowsEnded(before: EventRetention.longest, db)
        let slowest = try db.value(Int64.self, "SELECT MIN(seq) FROM event_reader") ?? .max
        let cut = max(outlived, min(try rowsEnded(before: EventRetention.shortest, db), slowest))
        return Plan(
            mark: isTime ? end : nil,
            cut: cut,
            oldestMark: outlived,
            isAnyDue: try db.exists("SELECT 1 FROM event_log WHERE seq < ? LIMIT 1", [cut])
        )
    }

    /// Where the log ended so long ago; 0 when that is not known.
    private func rowsEnded(before age: Duration, _ db: SQLConnection) throws -> Int64 {
        try db.value(
            Int64.self,
            "SELECT seq FROM event_mark WHERE at <= ? ORDER BY seq DESC LIMIT 1",
            [(now - age).milliseconds]
        ) ?? 0
    }

    func run(_ plan: Plan, limit: Int, _ db: SQLConnection) throws -> Int {
        if let mark = plan.mark {
            try db.run(
                "INSERT INTO event_mark (seq, at) VALUES (?, ?) ON CONFLICT (seq) DO UPDATE SET at = excluded.at",
                [mark, now.milliseconds]
            )
        }
        let deleted = try db.run(
            "DELETE FROM event_log WHERE seq IN (SELECT seq FROM event_log WHERE seq < ? ORDER BY seq LIMIT ?)",
            [plan.cut, limit]
        )
        try db.run("DELETE FROM event_mark WHERE seq < ?", [plan.oldestMark])
        return deleted
    }
}
