import Foundation
import PealSQL
import PealSQLite

/// The files of a database in a directory, while no process has it open: what a crash leaves.
struct SQLiteFiles: Sendable {
    let directory: URL
    /// Where copies of it go.
    let copies: CopyNames

    private static let name = "peal.db"

    private var path: String { directory.appending(path: Self.name).path }

    /// Makes a fresh database, so that not every seed has to make the schema again.
    static func makeTemplate(in directory: URL) throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try SQLiteStore.open(path: directory.appending(path: name).path, mode: .sandbox).close()
    }

    func open(_ hooks: WriteHooks) throws -> SQLiteSimStore {
        SQLiteSimStore(
            files: self,
            store: try SQLiteStore.open(
                path: path,
                mode: .sandbox,
                hooks: hooks
            ),
            rows: try SQLiteFacts(path: path)
        )
    }

    /// Copies the files as they are now, also while they are open.
    func copy() throws -> SQLiteFiles {
        let copy = SQLiteFiles(directory: copies.next(), copies: copies)
        try FileManager.default.createDirectory(at: copy.directory, withIntermediateDirectories: true)
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy.path + suffix)
        }
        return copy
    }

    func remove() { try? FileManager.default.removeItem(at: directory) }
}
