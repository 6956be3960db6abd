public import ArgumentParser
import Foundation
import Logging
import PealCore
import PealCrypto

/// Writes a configuration that works: a root key, and a secret for each app's tokens.
public struct InitCommand: AsyncParsableCommand {
    /// How `peal init` is called.
    public static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a peal.yaml with fresh keys.",
        discussion: """
            Keep the file: without its root key no device token can be opened again. It is written readable for you alone
            and never overwritten.
            """
    )

    @OptionGroup var options: DataOptions

    /// For the argument parser.
    public init() {}

    /// Writes the file.
    public func run() async throws {
        let sources = try CatalogLoader(logger: Logger(label: "peal")).sources(directory: options.catalogs)
        let path = URL(filePath: options.config)
        let text = ConfigurationText(
            rootKey: RootKey.generate(),
            dataDirectory: options.data ?? "peal-data",
            catalogsDirectory: options.catalogs,
            apps: sources.map { ($0.app, RootKey.generate()) }
        ).yaml
        guard !FileManager.default.fileExists(atPath: path.path) else {
            throw ServerError(.configuration, "\(path.path) exists already; move it away or name another with --config")
        }
        guard
            FileManager.default.createFile(
                atPath: path.path,
                contents: Data(text.utf8),
                attributes: [.posixPermissions: 0o600]
            )
        else { throw ServerError(.configuration, "\(path.path) cannot be written; check who may write there") }
        print(
            "Wrote \(path.path). Next: set up each app's push services in it (docs/operations.md), peal doctor, "
                + "peal keys create --app <app>, peal serve."
        )
    }
}
