import ArgumentParser
import Foundation
import PealSQLite
import PealCore
import PealStore
import Testing

@testable import PealServer

@Suite("peal keys create", .timeLimit(.minutes(15)))
struct KeysCreateCommandTests {
    @Test(
        "A key may do everything, or what its scopes say",
        arguments: [
            ([], ["*"]), (["--scope", "catalog"], ["catalog"]),
            (["--scope", "triggers", "--scope", "directory", "--scope", "triggers"], ["directory", "triggers"]),
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
        try store.close()
    }

    @Test("A scope that there is not is refused, and the error names those there are")
    func unknown() {
        let error = #expect(throws: (any Error).self) {
            try KeysCommand.Create.parse(["--app", "gss", "--scope", "catalogue"])
        }
        #expect(
            error.map { KeysCommand.Create.message(for: $0) }?
                .contains("unknown scope `catalogue`; did you mean `catalog`?")
                == true
        )
    }
}
