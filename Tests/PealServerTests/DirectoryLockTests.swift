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
        #expect(DirectoryLock.isHeld(of: directory) == false, "there is none yet")
        try await Server.withRunning(plan, logger: logger) { _ in
            #expect(DirectoryLock.isHeld(of: directory) == true)
            let error = await #expect(throws: ServerError.self) {
                try await Server.withRunning(plan, logger: logger) { _ in }
            }
            #expect(error?.message.contains("another server is running") == true)
        }
        #expect(DirectoryLock.isHeld(of: directory) == false)
        try await Server.withRunning(plan, logger: logger) { _ in }
    }
}
