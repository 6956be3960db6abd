import Foundation
import GRDB
import PealCore

/// The file a database is in: made whole or not at all, and readable for its owner only.
struct DatabaseFile {
    let path: String

    /// What a database's files are called beside it.
    private static let companions = ["", "-wal", "-shm"]

    /// Finds out whether there is a database, and closes its files to other users.
    /// - Throws: ``StoreError`` `corrupt` when the file is empty: no crash of ours leaves one.
    func exists() throws -> Bool {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else { return false }
        // SQLite says what is wrong with it.
        if isDirectory.boolValue { return true }
        let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? NSNumber
        if size == 0 {
            throw StoreError(
                .corrupt,
                "\(path) is empty: restore a backup, or delete the file to start with a new database"
            )
        }
        restrict()
        return true
    }

    /// The error for a database that has to be there and is not.
    var missing: StoreError {
        StoreError(.missing, "there is no database at \(path); `peal init` and `peal serve` create one")
    }

    /// Makes a database beside its place and moves it there, so that a crash leaves a whole one or none.
    func create(_ configuration: Configuration, _ fill: (DatabaseQueue) throws -> Void) throws {
        let fresh = path + ".new"
        // What a crash left. A queue keeps no write-ahead log, so all of it is in the one file.
        for suffix in ["", "-journal"] { unlink(fresh + suffix) }
        let descriptor = open(fresh, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(.unavailable, "\(fresh) cannot be written: \(String(cString: strerror(errno)))")
        }
        close(descriptor)
        let queue = try DatabaseQueue(path: fresh, configuration: configuration)
        // Nothing of it counts before it is moved, which puts all of it on disk.
        try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = OFF") }
        try fill(queue)
        try queue.close()
        try Self.move(fresh, to: path)
    }

    /// Puts a closed file in its place, on disk when it returns.
    static func move(_ fresh: String, to path: String) throws {
        guard syncs(fresh, O_RDONLY), rename(fresh, path) == 0,
            syncs(URL(filePath: path).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY)
        else { throw StoreError(.unavailable, "\(path) cannot be written: \(String(cString: strerror(errno)))") }
    }

    private static func syncs(_ path: String, _ flags: Int32) -> Bool {
        let descriptor = open(path, flags | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fsync(descriptor) == 0
    }

    /// Takes from others what an earlier version left them; the log of a database has its mode.
    private func restrict() {
        for suffix in Self.companions {
            let mode =
                (try? FileManager.default.attributesOfItem(atPath: path + suffix))?[.posixPermissions] as? NSNumber
            guard let mode = mode?.intValue, mode & 0o077 != 0 else { continue }
            // Another user's file stays as it is: the data directory keeps others out.
            chmod(path + suffix, 0o600)
        }
    }
}
