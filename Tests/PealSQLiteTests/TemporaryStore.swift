import Foundation
import GRDB
import PealCore

@testable import PealSQLite

/// A store in a directory of its own, gone when the body ends.
func withStore<Value>(
    mode: SQLiteStore.Mode = .production,
    configuration: Configuration = Configuration(),
    onCommit: (@Sendable (_ events: [Event], _ isClaimed: Bool) -> Void)? = nil,
    _ body: (SQLiteStore) async throws -> Value
) async throws -> Value {
    try await withDirectory { directory in
        let store = try SQLiteStore.open(
            path: directory.appending(path: "peal.sqlite").path,
            mode: mode,
            configuration: configuration,
            onCommit: onCommit
        )
        let value = try await body(store)
        try store.close()
        return value
    }
}

/// A directory of its own, gone when the body ends.
func withDirectory<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
    let directory = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    return try await body(directory)
}
