public import ArgumentParser
import Foundation
import PealSQLite

/// Copies the database while the server runs.
public struct BackupCommand: AsyncParsableCommand {
    /// How `peal backup` is called.
    public static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the database to a file, also while the server runs.",
        discussion: "The copy is consistent. It is sealed by the root key in peal.yaml: back that up too, elsewhere."
    )

    @OptionGroup var options: DataOptions
    @Argument(help: "The file to write; it must not exist.")
    var file: String

    /// For the argument parser.
    public init() {}

    /// Copies.
    public func run() async throws {
        guard !FileManager.default.fileExists(atPath: file) else {
            throw ServerError(.data, "\(file) exists already; name a new file")
        }
        let place = try await DataPlace.open(options)
        // Made by us first, so that nobody else may read it at any moment.
        guard FileManager.default.createFile(atPath: file, contents: nil, attributes: [.posixPermissions: 0o600]) else {
            throw ServerError(.data, "\(file) cannot be written; check who may write there")
        }
        try place.store.backup(to: file)
        print(
            "Wrote \(file). Restore: stop the server, put it in place of peal.db (delete peal.db-wal and peal.db-shm), start."
        )
    }
}
