import Foundation
import GRDB
import JudgeKit

/// How many rows plain SQLite changes on this disk: the bound of whatever closes windows durably.
enum SQLiteUpdates {
    private static let atOnce = 500

    /// Changes each of so many rows of 300 bytes with one index once, 500 a transaction, each transaction synced.
    static func rowsPerSecond(in directory: URL, rows: Int) throws -> Double {
        let file = directory.appending(path: "updates.db")
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
                    CREATE TABLE row (id INTEGER PRIMARY KEY, user TEXT NOT NULL, state INTEGER NOT NULL, body TEXT NOT NULL)
                    STRICT;
                    CREATE INDEX row_open ON row (user) WHERE state = 0;
                    """
            )
        }
        let body = String(repeating: "x", count: 250)
        try queue.inTransaction { db in
            let statement = try db.cachedStatement(sql: "INSERT INTO row VALUES (?, ?, 0, ?)")
            for number in 0..<rows { try statement.execute(arguments: [number, "user-\(number)", body]) }
            return .commit
        }
        let watch = Stopwatch()
        for start in stride(from: 0, to: rows, by: atOnce) {
            try queue.inTransaction { db in
                let statement = try db.cachedStatement(sql: "UPDATE row SET state = 1 WHERE id = ?")
                for number in start..<min(rows, start + atOnce) { try statement.execute(arguments: [number]) }
                return .commit
            }
        }
        return Double(rows) / watch.seconds
    }
}
