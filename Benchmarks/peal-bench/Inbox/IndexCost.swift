import Foundation
import GRDB
import JudgeKit

/// What each index of the inbox's filters costs an insert: rows of many users are inserted with all of them, then without
/// one after the other.
struct IndexCost {
    let seed: InboxSeed

    /// What an insert costs with the indexes that are left.
    struct Figures {
        /// The index that is missing since the figures before; `nil` for all of them.
        var missing: String?
        var microseconds: Double
        /// Bytes that the write-ahead log grows by.
        var bytes: Double
    }

    /// Those that only filters need, the newest first.
    private static let indexes = ["notification_category", "notification_thread", "notification_unread"]
    /// Rounds with the same indexes, of which the fastest counts.
    private static let rounds = 6
    /// Rows of a round at most; every user has one, as a push to many has.
    private static let rows = 20_000

    func measure() throws -> [Figures] {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0")
        }
        let queue = try DatabaseQueue(path: seed.file.path, configuration: configuration)
        var figures: [Figures] = []
        for (round, missing) in ([nil] + Self.indexes).enumerated() {
            if let missing { try queue.write { db in try db.execute(sql: "DROP INDEX \(missing)") } }
            // The first brings the pages into memory; the others differ by what else the machine does.
            let rounds = try (0..<Self.rounds).map { try insert(round: round * Self.rounds + $0, queue) }
            guard var next = rounds.dropFirst().min(by: { $0.microseconds < $1.microseconds }) else { continue }
            next.missing = missing
            figures.append(next)
        }
        try queue.close()
        return figures
    }

    private func insert(round: Int, _ queue: DatabaseQueue) throws -> Figures {
        let users = max(seed.others / InboxSeed.rowsOfOthers, 1)
        let rows = min(Self.rows, users)
        _ = try queue.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
        let watch = Stopwatch()
        try queue.write { db in
            try seed.insert(
                rows,
                unread: rows,
                prefix: "i\(Character(UnicodeScalar(UInt8(ascii: "A") + UInt8(round))))",
                user: "'other-' || (i * 7919 % \(users))",
                trigger: "\(InboxSeed.rowsOfOthers + 1 + round)",
                db
            )
        }
        let seconds = watch.seconds
        let log = try FileManager.default.attributesOfItem(atPath: seed.file.path + "-wal")[.size] as? Int ?? 0
        return Figures(microseconds: seconds * 1e6 / Double(rows), bytes: Double(log) / Double(rows))
    }
}
