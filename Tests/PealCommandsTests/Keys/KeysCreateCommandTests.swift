import ArgumentParser
import Foundation
import PealSQL
import PealSQLite
import PealCore
import Testing

@testable import PealCommands

@Suite("peal keys create")
struct KeysCreateCommandTests {
    @Test(
        "A key may do everything, or what its scopes say",
        arguments: [
            ([], ["*"]), (["--scope", "catalog"], ["catalog"]),
            (["--scope", "triggers", "--scope", "directory", "--scope", "triggers"], ["directory", "triggers"]),
            (["--scopes", "triggers:read, insight"], ["insight", "triggers:read"]),
            (["--scopes", "*:read"], ["*:read"]),
        ]
    )
    func scopes(_ named: [String], _ kept: [String]) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let flags = ["--config", folder.appending(path: "peal.yaml").path, "--data", folder.path]
        try await InitCommand.parse(flags).run()
        let store = try SQLiteStore.open(path: folder.appending(path: "peal.db").path, mode: .production)
        try await KeysCommand.Create.parse(flags + ["--app", "gss"] + named).run()
        #expect(try await store.secretKeys().map(\.scopes) == [kept])
        #expect(try await store.secretKeys().map(\.expiresAt) == [nil])
        try await KeysCommand.Create.parse(flags + ["--app", "gss", "--expires", "90d"]).run()
        let periods = try await store.secretKeys().compactMap { key in key.expiresAt.map { $0 - key.createdAt } }
        #expect(periods == [.seconds(90 * 86_400)])
        try store.close()
    }

    @Test("A lifetime that is no duration, or too short or long, is refused", arguments: ["soon", "90", "1s", "5000d"])
    func life(text: String) {
        #expect(throws: (any Error).self) { try KeysCommand.Create.parse(["--app", "gss", "--expires", text]) }
    }

    @Test(
        "A scope that there is not is refused, and the error names what was probably meant",
        arguments: [
            ("catalogue", "unknown scope `catalogue`; did you mean `catalog`?"),
            ("triggers,peple:read", "unknown scope `peple:read`; did you mean `people:read`?"),
            ("", "unknown scope ``"),
            ("triggers:write", "unknown scope `triggers:write`"),
        ]
    )
    func unknown(scopes: String, message: String) {
        let error = #expect(throws: (any Error).self) {
            try KeysCommand.Create.parse(["--app", "gss", "--scopes", scopes])
        }
        #expect(error.map { KeysCommand.Create.message(for: $0) }?.contains(message) == true)
    }
}
