import ArgumentParser
import Foundation
import Logging
import PealCore
import PealEngine
import PealSQLite
import Testing

@testable import PealCommands
@testable import PealServer

@Suite("Commands and the data directory")
struct DataCommandTests {
    @Test("Without a database a command says so and creates nothing")
    func missing() async throws {
        try await Self.withInstallation { flags, folder in
            let data = folder.appending(path: "data")
            try FileManager.default.removeItem(at: data)
            let copy = folder.appending(path: "copy.db").path
            await #expect(throws: ServerError.self) { try await BackupCommand.parse(flags + [copy]).run() }
            await #expect(throws: ServerError.self) {
                try await KeysCommand.Create.parse(flags + ["--app", "gss"]).run()
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["peal.yaml"])
            // A volume that is not mounted leaves an empty directory.
            try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
            let create = await #expect(throws: StoreError.self) {
                try await KeysCommand.Create.parse(flags + ["--app", "gss"]).run()
            }
            #expect(create?.code == .missing)
            let error = await #expect(throws: StoreError.self) { try await BackupCommand.parse(flags + [copy]).run() }
            #expect(error?.code == .missing)
            #expect(try FileManager.default.contentsOfDirectory(atPath: data.path).isEmpty)
            #expect(!FileManager.default.fileExists(atPath: copy))
        }
    }

    @Test("`peal init` creates a private directory and database, and no second key for one that is sealed")
    func initialised() async throws {
        try await Self.withInstallation { flags, folder in
            let data = folder.appending(path: "data")
            #expect(Self.mode(data.path) == 0o700)
            #expect(Self.mode(data.appending(path: "peal.db").path) == 0o600)
            #expect(Self.mode(flags[1]) == 0o600)
            try await KeysCommand.Create.parse(flags + ["--app", "gss"]).run()
            try await Self.publish(flags)
            try FileManager.default.removeItem(atPath: flags[1])
            let error = await #expect(throws: ServerError.self) { try await InitCommand.parse(flags).run() }
            #expect(error?.code == .keys)
            #expect(!FileManager.default.fileExists(atPath: flags[1]))
        }
    }

    @Test("A data directory that other users may read is refused by who would write secrets there")
    func readable() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.setAttributes([.posixPermissions: 0o750], ofItemAtPath: folder.path)
        let error = #expect(throws: ServerError.self) { try DataDirectory.make(folder.path) }
        #expect(error?.message.contains("chmod 700 \(folder.path)") == true)
        let opened = try DataDirectory.make(folder.path, isPrivate: false)
        #expect(!opened.isNew)
    }

    @Test("A backup says what it holds")
    func backup() async throws {
        try await Self.withInstallation { flags, folder in
            try await Self.publish(flags)
            let copy = folder.appending(path: "copy.db").path
            try await BackupCommand.parse(flags + [copy]).run()
            let counts = try DatabaseBackup.write(from: folder.appending(path: "data/peal.db").path, to: copy + "2")
            let apps = EmbeddedAssets.catalogs.count
            #expect(
                BackupCommand.text(counts, from: "a", to: "b").hasPrefix(
                    "Wrote b from a: \(apps) apps, 0 users, 0 devices, 0 triggers, 0 notifications."
                )
            )
            #expect(try DatabaseLook.at(path: copy, mode: .production).damage.isEmpty)
        }
    }

    @Test("`peal migrate` says what it did, and is refused while a server runs")
    func migrate() async throws {
        try await Self.withInstallation { flags, folder in
            let text = try await MigrateCommand.parse(flags).migrate()
            #expect(text.contains("is at this version"))
            let lock = try DirectoryLock(directory: folder.appending(path: "data"))
            defer { lock.release() }
            await #expect(throws: ServerError.self) { try await MigrateCommand.parse(flags).migrate() }
        }
    }

    @Test("A sandbox's directory is inspected without a peal.yaml, and a production directory keeps none of its keys")
    func sandbox() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let plan = try ServerPlan.sandbox(dataDirectory: folder.path)
        var quiet = Logger(label: "test")
        quiet.logLevel = .critical
        try await Server.withRunning(plan, logger: quiet) { _ in }
        let options = try WhyCommand.parse(["--data", folder.path, "--app", "gss", "--user", "a"]).options
        let dataContext = try await DataContext.open(options.paths)
        #expect(dataContext.isSandbox)
        #expect(dataContext.providers["gss"] == Set(ProviderPlugins.shipped.traits.ids))
        dataContext.close()
        let context = try await WhyCommandContext.open(options)
        #expect(try await context.answer(app: "gss", filter: DecisionFilter(user: "a"), limit: 1).items.isEmpty)
        context.close()
        try await Self.withInstallation { flags, folder in
            let data = folder.appending(path: "data")
            #expect(throws: StoreError.self) { try ServerPlan.sandbox(dataDirectory: data.path) }
            let names = try FileManager.default.contentsOfDirectory(atPath: data.path)
            #expect(names.contains("peal.db") && !names.contains { $0.hasPrefix("sandbox") })
        }
    }

    /// Publishes the catalogs and makes the data keys, as a first start does.
    private static func publish(_ flags: [String]) async throws {
        let options = try CatalogCommand.Versions.parse(flags).options
        let (configuration, sources) = try await ConfigurationLoader(options.paths).load()
        let dataContext = try await DataContext.open(options.paths)
        let now = Timestamp(seconds: 1_700_000_000)
        try await CatalogLoader(logger: Logger(label: "test")).publish(
            sources,
            store: dataContext.store,
            into: CatalogRegistry(),
            now: now
        )
        _ = try await KeyringLoader(rootKey: configuration.rootKey, store: dataContext.store, now: now).load(
            apps: dataContext.apps
        )
        dataContext.close()
    }

    private static func mode(_ path: String) -> Int? { FileMode.of(path) }

    private static func withInstallation(_ body: ([String], URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let flags = [
            "--config", folder.appending(path: "peal.yaml").path, "--data", folder.appending(path: "data").path,
        ]
        try await InitCommand.parse(flags).run()
        try await body(flags, folder)
    }
}
