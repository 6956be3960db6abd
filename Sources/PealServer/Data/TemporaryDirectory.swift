import Foundation

/// A directory that is deleted after use.
package enum TemporaryDirectory {
    /// Runs `body` with a named directory, or with a fresh one that is removed afterwards.
    package static func with<Result>(instead named: String?, _ body: (String) async throws -> Result) async throws
        -> Result
    {
        if let named { return try await body(named) }
        let name = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        let directory = try DataDirectory.make(name.path)
        defer { try? FileManager.default.removeItem(at: directory.url) }
        return try await body(directory.url.path)
    }
}
