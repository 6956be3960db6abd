import Foundation
import Logging
import Testing

@testable import PealServer

@Suite("One server to a data directory")
struct DirectoryLockTests {
    @Test("A second server is kept out while the first serves, and let in afterwards")
    func second() async throws {
        var quiet = Logger(label: "test")
        quiet.logLevel = .critical
        let logger = quiet
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let plan = try ServerPlan.sandbox(dataDirectory: directory.path)
        try await Server.withRunning(plan, logger: logger) { _ in
            let error = await #expect(throws: ServerError.self) {
                try await Server.withRunning(plan, logger: logger) { _ in }
            }
            #expect(error?.message.contains("another server is running") == true)
        }
        try await Server.withRunning(plan, logger: logger) { _ in }
    }
}
