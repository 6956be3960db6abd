public import ArgumentParser
import Foundation
import PealSQLite
import PealServer

/// Migrates a database to this version of Peal, while no server is running.
public struct MigrateCommand: AsyncParsableCommand {
    /// How `peal migrate` is called.
    public static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Migrate the database to this version of Peal. The server must be stopped.",
        discussion: """
            `peal serve` does the same when it starts. Every other command rejects a database of another version. Make a \
            backup first: an older Peal does not open a migrated database.

            EXAMPLES:
              peal migrate
            """
    )

    @OptionGroup var options: DataOptions

    /// For the argument parser.
    public init() {}

    /// Migrates.
    public func run() async throws { print(try await migrate()) }

    func migrate() async throws -> String {
        let (configuration, _) = try await ConfigurationLoader(options.paths).load()
        let directory = try DataDirectory.find(configuration.dataDirectory)
        let lock = try DirectoryLock(directory: directory.url)
        defer { lock.release() }
        let path = directory.database.path
        let before = try DatabaseLook.version(at: path)
        let store = try SQLiteStore.open(path: path, mode: .production, opening: .migrating)
        try store.close()
        let after = try DatabaseLook.version(at: path)
        return before == after
            ? "\(path) is at this version: \(after)" : "Migrated \(path) from \(before) to \(after)."
    }
}
