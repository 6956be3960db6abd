import Foundation

/// A directory that goes when its use ends.
enum TemporaryDirectory {
    /// Runs `body` with a named directory, or with a fresh one that is removed afterwards.
    static func with<Result>(instead named: String?, _ body: (String) async throws -> Result) async throws -> Result {
        if let named { return try await body(named) }
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: directory,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(at: directory) }
        return try await body(directory.path)
    }
}
