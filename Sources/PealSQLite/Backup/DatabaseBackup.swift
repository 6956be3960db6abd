import Foundation
import GRDB
import PealCore
import PealSQL

/// Copies a database while a server has it open, changing nothing in it, not even its version.
package struct DatabaseBackup: Sendable {
    /// How many rows a copy holds, by the noun for one of them; in the order a reader looks for them.
    package var counts: [(name: String, rows: Int)]

    /// The fingerprint of the root key that it needs; `nil` where no server has noted it.
    package var rootKey: String?

    private static let tables = [
        (name: "app", sql: "SELECT COUNT(DISTINCT app) FROM catalog"),
        (name: "user", sql: "SELECT COUNT(*) FROM user"),
        (name: "device", sql: "SELECT COUNT(*) FROM device"), (name: "trigger", sql: "SELECT COUNT(*) FROM trigger"),
        (name: "notification", sql: "SELECT COUNT(*) FROM notification"),
    ]

    /// Writes a copy, consistent as of one instant, that is complete and on disk when its name is there.
    ///
    /// Blocks the calling thread.
    /// - Parameters:
    ///   - source: the database.
    ///   - target: the copy; nothing may be there.
    /// - Returns: what the copy holds.
    /// - Throws: ``StoreError``: `missing` when there is no database or nothing in it, `incompatible` when a newer version
    ///   has been at it, `unavailable` when the copy cannot be written; no part of one is left then.
    package static func write(from source: String, to target: String) throws -> DatabaseBackup {
        let partial = target + ".partial"
        do {
            guard try DatabaseFile(path: source).exists() else { throw DatabaseFile(path: source).missing }
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(5)
            let queue = try DatabaseQueue(path: source, configuration: configuration)
            defer { try? queue.close() }
            try queue.read { db in try refuseEmpty(db, source) }
            remove(partial)
            let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                throw StoreError(.unavailable, "\(partial) cannot be written: \(String(cString: strerror(errno)))")
            }
            close(descriptor)
            let (counts, rootKey) = try fill(partial, from: queue)
            guard !FileManager.default.fileExists(atPath: target) else {
                throw StoreError(.unavailable, "\(target) exists already")
            }
            try DatabaseFile.move(partial, to: target)
            return DatabaseBackup(counts: counts, rootKey: rootKey)
        } catch {
            remove(partial)
            throw FullDisk.explained(error, at: target)
        }
    }

    private static func fill(_ path: String, from source: DatabaseQueue) throws
        -> (counts: [(name: String, rows: Int)], rootKey: String?)
    {
        let copy = try DatabaseQueue(path: path)
        do {
            try source.backup(to: copy)
            // Leaves one file and nothing beside it; the next opening sets a log up again.
            try copy.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA journal_mode = DELETE") }
            let found = try copy.read { db in
                let counts = try tables.map { table in
                    (name: table.name, rows: try Int.fetchOne(db, sql: table.sql) ?? 0)
                }
                return (counts: counts, rootKey: try String.fetchOne(db, sql: RootKeyNote.sql))
            }
            try copy.close()
            return found
        } catch {
            try? copy.close()
            throw error
        }
    }

    /// A database that no server has used protects from nothing: the operator is in the wrong directory.
    private static func refuseEmpty(_ db: Database, _ path: String) throws {
        _ = try Migrations.isComplete(db)
        guard try Migrations.version(db) != nil else {
            throw StoreError(.missing, "\(path) is not a database of Peal")
        }
        guard
            try ["catalog", "data_key", "secret_key"].contains(where: { table in
                try Row.fetchOne(db, sql: "SELECT 1 FROM \(table) LIMIT 1") != nil
            })
        else {
            throw StoreError(
                .missing,
                "\(path) is empty: no server has used it; check --config and --data"
            )
        }
    }

    private static func remove(_ path: String) {
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
    }
}
