public import ArgumentParser
import Foundation
import Logging
import PealCrypto
import PealSQL
import PealSQLite
import PealServer

/// Writes a working configuration: a root key, and a secret for each app's tokens.
public struct InitCommand: AsyncParsableCommand {
    /// How `peal init` is called.
    public static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a peal.yaml with fresh keys, and create the data directory and its database.",
        discussion: """
            Keep the file: without its root key no device token can be decrypted. Only you can read it. An existing file \
            is never overwritten.

            EXAMPLES:
              peal init
              peal init --config /etc/peal/peal.yaml --data /var/lib/peal
            """
    )

    @OptionGroup var options: DataOptions

    /// For the argument parser.
    public init() {}

    /// Writes the file.
    public func run() async throws {
        let sources = try CatalogLoader(logger: Logger(label: "peal")).sources(directory: options.catalogs)
        let path = URL(filePath: options.config).absoluteURL
        let folder = path.deletingLastPathComponent()
        guard !FileManager.default.fileExists(atPath: path.path) else {
            throw ServerError(
                .configuration,
                "\(path.path) exists already; move it away or name another file with --config"
            )
        }
        let named = options.data.map { URL(filePath: $0).absoluteURL } ?? folder.appending(path: "peal-data")
        let directory = try DataDirectory.make(named.path)
        let lock = try DirectoryLock(directory: directory.url)
        defer { lock.release() }
        let isNew = try await Self.makeDatabase(in: directory)
        let text = ConfigurationText(
            rootKey: RootKey.generate(),
            dataDirectory: options.data.map { Self.written($0, in: folder) } ?? "peal-data",
            catalogsDirectory: options.catalogs.map { Self.written($0, in: folder) },
            apps: sources.map { ($0.app, RootKey.generate()) }
        ).yaml
        try DurableFile.create(text, at: path)
        let database = directory.database.path
        print(isNew ? "Created the database \(database)." : "Left the database \(database) as it is.")
        print(
            """
            Wrote \(path.path). Next:
              1. set up each app's push services in it (docs/operations.md)
              2. peal doctor
              3. peal keys create --app <app>
              4. peal serve
            """
        )
    }

    /// A path of the command line as the file in `folder` has to say it, which reads paths relative to itself.
    static func written(_ path: String, in folder: URL) -> String {
        let here = URL(filePath: FileManager.default.currentDirectoryPath)
        let isHere = folder.standardizedFileURL.path == here.standardizedFileURL.path
        return isHere ? path : URL(filePath: path).absoluteURL.path
    }

    /// Makes the database, unless there is one; whether it did.
    /// - Throws: ``ServerError`` when there is one that another root key seals.
    private static func makeDatabase(in directory: DataDirectory) async throws -> Bool {
        let isNew = !FileManager.default.fileExists(atPath: directory.database.path)
        let store = try SQLiteStore.open(path: directory.database.path, mode: .production)
        let isSealed = try await !store.dataKeys().isEmpty
        try store.close()
        guard !isSealed else {
            throw ServerError(
                .keys,
                "\(directory.database.path) is sealed by another root key, and a new one would not open it: "
                    + "put back the peal.yaml with that key, or name another --data"
            )
        }
        return isNew
    }
}
