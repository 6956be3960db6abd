import Foundation
import GRDB

/// What the database takes on disk, its log moved into it.
struct DiskSize {
    static func bytes(of database: URL) throws -> Int {
        let queue = try DatabaseQueue(path: database.path)
        defer { try? queue.close() }
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA busy_timeout = 5000")
            _ = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        return ["", "-wal"].reduce(0) { sum, suffix in
            let attributes = try? FileManager.default.attributesOfItem(atPath: database.path + suffix)
            return sum + ((attributes?[.size] as? Int) ?? 0)
        }
    }
}
