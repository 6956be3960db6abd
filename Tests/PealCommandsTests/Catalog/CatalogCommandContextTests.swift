import ArgumentParser
import Foundation
import Logging
import PealCore
import PealEngine
import PealSQLite
import Testing

@testable import PealCommands
@testable import PealServer

@Suite("peal catalog and peal diff")
struct CatalogCommandContextTests {
    /// An installation whose catalogs a first start has published.
    private static func with(_ body: (_ flags: [String], _ folder: URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        let data = folder.appending(path: "data")
        try FileManager.default.createDirectory(
            at: data,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let flags = ["--config", folder.appending(path: "peal.yaml").path, "--data", data.path]
        try await InitCommand.parse(flags).run()
        let options = try CatalogCommand.Versions.parse(flags).options
        let (_, sources) = try await ConfigurationLoader(options.paths).load()
        let store = try SQLiteStore.open(path: data.appending(path: "peal.db").path, mode: .production)
        try await CatalogLoader(logger: Logger(label: "test")).publish(
            sources,
            store: store,
            into: CatalogRegistry(),
            now: Timestamp(seconds: 1_700_000_000)
        )
        try store.close()
        try await body(flags, folder)
    }

    /// The published catalog of an app with a part replaced, as a file.
    private static func edited(_ flags: [String], _ folder: URL, _ old: String, _ new: String) async throws -> String {
        let context = try await CatalogCommandContext.open(try CatalogCommand.Versions.parse(flags).options)
        let yaml = try await context.version(nil, of: "reports").yaml
        try #require(yaml.contains(old))
        let file = folder.appending(path: "reports-new.yaml")
        try yaml.replacing(old, with: new).write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }

    @Test("a file is published, compared and rolled back while no server runs")
    func publish() async throws {
        try await Self.with { flags, folder in
            let file = try await Self.edited(flags, folder, "Update on your report", "News of your report")
            try await CatalogCommand.Publish.parse(flags + ["--reviewed-by", "Ada", file]).run()
            let context = try await CatalogCommandContext.open(try CatalogCommand.Versions.parse(flags).options)
            let (record, yaml) = try await context.version(nil, of: "reports")
            #expect((record.version, record.author, record.reviewedBy) == (2, "operator", "Ada"))
            #expect(yaml.contains("News of your report"))
            try await CatalogCommand.Rollback.parse(flags + ["--app", "reports", "1"]).run()
            let restored = try await context.version(nil, of: "reports")
            #expect((restored.record.version, restored.record.restores) == (3, 1))
            #expect(restored.yaml.contains("Update on your report"))
            try await CatalogCommand.Diff.parse(flags + ["--app", "reports", "--from", "1", "--to", "2"]).run()
            try await CatalogCommand.Versions.parse(flags).run()
            try await DiffCommand.parse(flags + [file]).run()
        }
    }

    @Test("R117: with a required review it needs the names of an author and of another person")
    func reviewed() async throws {
        try await Self.with { flags, folder in
            let file = try await Self.edited(flags, folder, "Update on your report", "News of your report")
            let configuration = folder.appending(path: "peal.yaml")
            let text = try String(contentsOf: configuration, encoding: .utf8)
            try #require(text.contains("  reports:\n"))
            try text.replacing("  reports:\n", with: "  reports:\n    review: required\n")
                .write(to: configuration, atomically: true, encoding: .utf8)
            for names in [[], ["--author", "Ada"], ["--author", "Ada", "--reviewed-by", "Ada"]] {
                let command = try CatalogCommand.Publish.parse(flags + names + [file])
                let error = await #expect(throws: ServerError.self) { try await command.run() }
                #expect(error?.message.contains("apps.reports.review") == true)
            }
            try await CatalogCommand.Publish.parse(flags + ["--author", "Ada", "--reviewed-by", "Bob", file]).run()
        }
    }

    @Test("while a server holds the directory nothing is published, and it says what to do instead")
    func locked() async throws {
        try await Self.with { flags, folder in
            let file = try await Self.edited(flags, folder, "Update on your report", "News of your report")
            let lock = try DirectoryLock(directory: folder.appending(path: "data"))
            defer { lock.release() }
            let error = await #expect(throws: ServerError.self) {
                try await CatalogCommand.Publish.parse(flags + [file]).run()
            }
            #expect(error?.message.contains("PUT /api/v1/catalog") == true)
            let context = try await CatalogCommandContext.open(try CatalogCommand.Versions.parse(flags).options)
            #expect(try await context.version(nil, of: "reports").record.version == 1)
        }
    }

    @Test("what cannot be found or read is said")
    func problems() async throws {
        try await Self.with { flags, folder in
            let broken = try await Self.edited(flags, folder, "category: report-status", "category: nowhere")
            for arguments in [flags + [broken], flags + [folder.path + "/missing.yaml"]] {
                let error = await #expect(throws: ServerError.self) { try await DiffCommand.parse(arguments).run() }
                #expect(error?.code == .catalogs)
            }
            let context = try await CatalogCommandContext.open(try CatalogCommand.Versions.parse(flags).options)
            #expect(throws: ServerError.self) { try context.app(nil) }
            #expect(throws: ServerError.self) { try context.app("nobody") }
            await #expect(throws: ServerError.self) { try await context.version(9, of: "reports") }
            #expect(throws: (any Error).self) { try DiffCommand.parse(flags + ["--since", "soon", broken]) }
        }
    }

    @Test("the lines name what differs, its kind and the users")
    func lines() throws {
        let difference = CatalogDifference(
            from: .object(["types": .object(["a": .object(["ttl": .string("1h")])]), "name": .string("Shop")]),
            to: .object(["types": .object(["b": .object([:])]), "name": .string("Store")])
        )
        #expect(
            CatalogOutput.lines(difference) == ["new type b", "removed type a", "~ name: \"Shop\" → \"Store\""]
        )
        #expect(CatalogOutput.lines(CatalogDifference(from: .null, to: .null)) == ["no differences"])
    }
}
