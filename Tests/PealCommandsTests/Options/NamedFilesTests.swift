import ArgumentParser
import Foundation
import Logging
import PealCore
import PealCrypto
import Testing

@testable import PealCommands
@testable import PealServer

@Suite("Files that are named and do not exist (U6)")
struct NamedFilesTests {
    /// Every command that reads the configuration.
    private static let commands: [@Sendable ([String]) async throws -> Void] = [
        { try await ServeCommand.parse($0 + ["--port", "0"]).run() },
        { try await BackupCommand.parse($0 + ["/nonexistent/copy.db"]).run() },
        { try await KeysCommand.Create.parse($0 + ["--app", "gss"]).run() },
        { try await KeysCommand.List.parse($0).run() },
        { try await KeysCommand.Rotate.parse($0 + ["--root"]).run() },
        { try await QueuesCommand.List.parse($0).run() },
        { try await WhyCommand.parse($0 + ["--app", "gss", "--user", "a"]).run() },
        { try await CatalogCommand.Versions.parse($0).run() },
    ]

    @Test("A configuration that is named has to exist", arguments: commands.indices)
    func configuration(_ index: Int) async throws {
        try await Self.withDirectory { directory in
            let named = directory.appending(path: "typo.yaml").path
            let error = await #expect(throws: ServerError.self) {
                try await Self.commands[index](["--config", named, "--data", directory.path])
            }
            #expect(error?.code == .configuration)
            #expect(error?.message.hasPrefix("\(named) does not exist; check --config") == true)
            let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            #expect(files.isEmpty)
        }
    }

    @Test("The usual configuration need not exist, one with its name that is named must")
    func usual() async throws {
        #expect(ConfigurationPath(path: "/nonexistent/peal.yaml").problem() == nil)
        #expect(ConfigurationPath(path: "/nonexistent/peal.yaml", isNamed: true).problem() != nil)
        #expect(ConfigurationPath(path: "/tmp").problem()?.contains("is a directory") == true)
        #expect(try DataOptions.parse([]).paths.configuration.isNamed == false)
        #expect(try DataOptions.parse(["--config", "peal.yaml"]).paths.configuration.isNamed)
        #expect(try DataOptions.parse([]).config == "peal.yaml")
    }

    @Test(
        "A directory of catalogs has to exist, from wherever its name comes",
        arguments: ["flag", "file", "environment"]
    )
    func catalogs(from source: String) async throws {
        try await Self.withDirectory { directory in
            let missing = directory.appending(path: "typo").path
            let yaml = "rootKey: \"\(RootKey.generate())\"\n" + (source == "file" ? "catalogs: typo\n" : "")
            let config = directory.appending(path: "peal.yaml")
            try Data(yaml.utf8).write(to: config)
            let file = try await ConfigurationFile(
                ConfigurationPath(path: config.path),
                environment: source == "environment" ? ["PEAL_CATALOGS": missing] : [:]
            )
            let named = source == "flag" ? missing : file.catalogsDirectory
            let error = #expect(throws: ServerError.self) {
                try CatalogLoader(logger: Logger(label: "test")).sources(directory: named)
            }
            #expect(error?.message.hasPrefix("the catalogs directory \(missing) does not exist") == true)
        }
    }

    @Test(
        "A file of a secret that the environment names has to exist",
        arguments: [
            "PEAL_ROOT_KEY_FILE", "PEAL_APPS_REPORTS_JWT_SECRET_FILE", "PEAL_APPS_REPORTS_FCM_CREDENTIALS_FILE",
        ]
    )
    func secrets(_ variable: String) async throws {
        var file = try await ConfigurationFile(
            ConfigurationPath(path: "/nonexistent/peal.yaml"),
            environment: ["PEAL_ROOT_KEY": RootKey.generate(), variable: "/nonexistent/secret"]
        )
        let error = #expect(throws: ServerError.self) { try file.read(apps: ["reports"], overrides: .init()) }
        #expect(error?.message.contains("cannot read /nonexistent/secret: no such file") == true)
    }

    private static func withDirectory(_ body: (URL) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(directory)
    }
}
