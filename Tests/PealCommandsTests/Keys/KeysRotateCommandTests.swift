import ArgumentParser
import Foundation
import PealCore
import PealCrypto
import PealSQL
import PealSQLite
import Testing

@testable import PealCommands
@testable import PealServer

@Suite("peal keys rotate")
struct KeysRotateCommandTests {
    @Test("Both kinds of key are rotated in an installation that `peal init` made")
    func rotated() async throws {
        try await Self.withInstallation(mode: .production) { flags in
            let command = try #require(try InitCommand.parse(flags) as InitCommand?)
            try await command.run()
            let options = try KeysCommand.Rotate.parse(flags + ["--app", "gss"]).options
            let (configuration, sources) = try await ConfigurationLoader(options.paths).load()
            let path = URL(filePath: configuration.dataDirectory).appending(path: "peal.db").path
            let store = try SQLiteStore.open(path: path, mode: .production)
            let loader = KeyringLoader(
                rootKey: configuration.rootKey,
                store: store,
                now: Timestamp(seconds: 1_700_000_000)
            )
            _ = try await loader.load(apps: sources.map(\.app))
            try await KeysCommand.Rotate.parse(flags + ["--app", "gss"]).run()
            #expect(try await store.dataKeys().filter { $0.app == "gss" }.map(\.version) == [1, 2])
            #expect(try await store.dataKeys().filter { $0.app == "nhs" }.map(\.version) == [1])
            try await KeysCommand.Rotate.parse(flags + ["--root"]).run()
            let (after, _) = try await ConfigurationLoader(options.paths).load()
            for record in try await store.dataKeys() {
                _ = try after.rootKey.unwrap(record.wrapped, app: record.app, version: record.version)
                #expect(throws: CryptoError.self) {
                    try configuration.rootKey.unwrap(record.wrapped, app: record.app, version: record.version)
                }
            }
            let unknown = try KeysCommand.Rotate.parse(flags + ["--app", "nobody"])
            let error = await #expect(throws: ServerError.self) { try await unknown.run() }
            #expect(error?.message.contains("unknown app `nobody`; known: ") == true)
            try store.close()
        }
    }

    @Test("A sandbox is refused")
    func sandbox() async throws {
        try await Self.withInstallation(mode: .sandbox) { flags in
            let refused = await #expect(throws: StoreError.self) { try await InitCommand.parse(flags).run() }
            #expect(refused?.code == .incompatible)
            for what in [["--root"], ["--app", "gss"]] {
                let error = await #expect(throws: ServerError.self) {
                    try await KeysCommand.Rotate.parse(Array(flags.suffix(2)) + what).run()
                }
                #expect(error?.message.contains("belongs to a sandbox") == true)
            }
        }
    }

    @Test("The root key is not rotated for a restored copy: it would no longer open the original")
    func copy() async throws {
        try await Self.withInstallation(mode: .production) { flags in
            try await InitCommand.parse(flags).run()
            let copy = URL(filePath: flags[3]).deletingLastPathComponent().appending(path: "drill")
            try FileManager.default.copyItem(at: URL(filePath: flags[3]), to: copy)
            let before = try String(contentsOf: URL(filePath: flags[1]), encoding: .utf8)
            let error = await #expect(throws: ServerError.self) {
                try await KeysCommand.Rotate.parse(["--config", flags[1], "--data", copy.path, "--root"]).run()
            }
            #expect(error?.code == .keys)
            #expect(error?.message.contains("could no longer decrypt the original") == true)
            #expect(try String(contentsOf: URL(filePath: flags[1]), encoding: .utf8) == before)
            #expect(!FileManager.default.fileExists(atPath: copy.appending(path: "root.key.next").path))
        }
    }

    @Test("It must be said what to rotate", arguments: [[], ["--root", "--app", "gss"]])
    func ambiguous(_ flags: [String]) {
        #expect(throws: (any Error).self) { try KeysCommand.Rotate.parse(flags) }
    }

    private static func withInstallation(
        mode: SQLiteStore.Mode,
        _ body: ([String]) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        let data = folder.appending(path: "data")
        try FileManager.default.createDirectory(
            at: data,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        try SQLiteStore.open(path: data.appending(path: "peal.db").path, mode: mode).close()
        try await body(["--config", folder.appending(path: "peal.yaml").path, "--data", data.path])
    }
}
