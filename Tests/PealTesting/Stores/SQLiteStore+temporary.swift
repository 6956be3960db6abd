package import Foundation
package import PealSQLite

extension SQLiteStore {
    /// A store in a directory of its own, closed and gone when the body ends.
    package static func withTemporary(_ body: (SQLiteStore) async throws -> Void) async throws {
        try await withDirectory { directory in
            let store = try SQLiteStore.open(path: directory.appending(path: "peal.db").path, mode: .production)
            try await body(store)
            try store.close()
        }
    }

    /// A directory of its own, gone when the body ends.
    package static func withDirectory(_ body: (URL) async throws -> Void) async throws {
        let directory = try TemporaryDirectory(in: FileManager.default.temporaryDirectory)
        try await body(directory.url)
        withExtendedLifetime(directory) {}
    }

    /// A store for a world of many short runs: in memory where the system keeps files there, with a schema that was made once, and
    /// deleted when the store is released.
    package static func temporary() throws -> SQLiteStore {
        let directory = try TemporaryDirectory(in: TemporaryDirectory.inMemory)
        let path = directory.url.appending(path: "peal.db")
        try emptyFile.get().write(to: path)
        // The store keeps its observer, and with it the directory.
        return try SQLiteStore.open(path: path.path, mode: .sandbox) { _, _ in withExtendedLifetime(directory) {} }
    }

    /// The file of an empty store.
    private static let emptyFile = Result {
        let directory = try TemporaryDirectory(in: TemporaryDirectory.inMemory)
        let path = directory.url.appending(path: "peal.db")
        try SQLiteStore.open(path: path.path, mode: .sandbox).close()
        return try withExtendedLifetime(directory) { try Data(contentsOf: path) }
    }
}

/// A directory of its own, gone with the value.
private final class TemporaryDirectory: Sendable {
    let url: URL

    init(in parent: URL) throws {
        url = parent.appending(path: "peal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// A directory in memory, where there is one.
    static var inMemory: URL {
        let memory = URL(filePath: "/dev/shm")
        return FileManager.default.isWritableFile(atPath: memory.path) ? memory : FileManager.default.temporaryDirectory
    }
}
