import Foundation
import GRDB
import JudgeKit

/// How many rows plain SQLite takes on this disk: the bound of anything that keeps its word.
struct SQLiteCeiling {
    /// Rows of 300 bytes with one index, 500 a transaction, each transaction synced.
    static func rowsPerSecond(in directory: URL, seconds: Double = 3) throws -> Double {
        let file = directory.appending(path: "ceiling.db")
        let queue = try DatabaseQueue(path: file.path)
        defer {
            try? queue.close()
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
        }
        try queue.writeWithoutTransaction { db in
            _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
            try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000")
            try db.execute(
                sql: """
                    CREATE TABLE row (id BLOB NOT NULL PRIMARY KEY, user TEXT NOT NULL, state INTEGER NOT NULL, body TEXT NOT NULL)
                    STRICT, WITHOUT ROWID;
                    CREATE INDEX row_user ON row (user, id);
                    """
            )
        }
        let body = String(repeating: "x", count: 250)
        let watch = Stopwatch()
        var number: UInt64 = 0
        while watch.seconds < seconds {
            try queue.inTransaction { db in
                let statement = try db.cachedStatement(sql: "INSERT INTO row VALUES (?, ?, 0, ?)")
                for _ in 0..<500 {
                    number += 1
                    let id = withUnsafeBytes(of: (number.bigEndian, UInt64(0))) { Data($0) }
                    try statement.execute(arguments: [id, "user-\(number % 1000)", body])
                }
                return .commit
            }
        }
        return Double(number) / watch.seconds
    }
}
