public import ArgumentParser
import Foundation
import PealCore
import PealSQLite
import PealServer

/// Copies the database; safe while the server is running.
public struct BackupCommand: AsyncParsableCommand {
    /// How `peal backup` is called.
    public static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the database to a file. Safe while the server is running.",
        discussion: """
            The copy is consistent, and complete when the file exists; the database is opened read-only. The copy is \
            encrypted with the root key in peal.yaml: back that up too, in another place.

            EXAMPLES:
              peal backup peal-2026-01-31.db
            """
    )

    @OptionGroup var options: DataOptions
    @Argument(help: "The file to write; it must not exist yet.")
    var file: String

    /// For the argument parser.
    public init() {}

    /// Copies.
    public func run() async throws {
        guard !FileManager.default.fileExists(atPath: file) else {
            throw ServerError(.data, "\(file) exists already; name a new file")
        }
        let (configuration, _) = try await ConfigurationLoader(options.paths).load()
        let directory = try DataDirectory.find(configuration.dataDirectory)
        let backup = try DatabaseBackup.write(from: directory.database.path, to: file)
        print(Self.text(backup, from: directory.database.path, to: file))
    }

    static func text(_ backup: DatabaseBackup, from source: String, to file: String) -> String {
        let counts = backup.counts.map { counted($0.rows, $0.name) }.joined(separator: ", ")
        let key = backup.rootKey.map { " It needs root key \($0)." } ?? ""
        return """
            Wrote \(file) from \(source): \(counts).\(key)
            Restore: stop the server, put it in place of peal.db (delete peal.db-wal and peal.db-shm), start.
            """
    }
}
