import Foundation
import PealSQLite

extension SQLiteStore {
    /// A store in a directory of its own, gone when the body ends.
    static func withTemporary(_ body: (SQLiteStore) async throws -> Void) async throws {
        try await withDirectory { directory in
            let store = try SQLiteStore.open(path: directory.appending(path: "peal.db").path, mode: .production)
            try await body(store)
            try store.close()
        }
    }

    /// A directory of its own, gone when the body ends.
    static func withDirectory(_ body: (URL) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(directory)
    }
}
