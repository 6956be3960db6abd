import Foundation
import GRDB
import PealCore
import PealStore
import PealTesting
import Testing

@testable import PealSQLite

@Suite("The SQLite store keeps what the ports promise")
struct ConformanceTests {
    @Test(
        "A promise holds, and the counts that the schema keeps are right",
        arguments: StoreConformance<SQLiteStore>.cases
    )
    func promise(_ promise: StoreConformance<SQLiteStore>.Case) async throws {
        let committed = CommittedEvents()
        try await withStore(onCommit: { events, _ in committed.add(events) }) { store in
            try await promise.run(on: store)
            let mismatches = try await store.pool.read { db in try KeptCounts.mismatches(db) }
            #expect(mismatches == [])
            try await Self.compare(committed, store)
        }
    }

    @Test("No list of promises is left out of the suite")
    func complete() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../PealTesting/Stores")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let text = try files.filter { $0.pathExtension == "swift" }.map { try String(contentsOf: $0, encoding: .utf8) }
            .joined()
        let lists = text.matches(of: /(?:var|let) (\w+): \[Case\]/).map { String($0.1) }
        #expect(lists.count > 40)
        let sums = text.matches(of: /\[Case\] \{\s*([\w\s+]+)\}/).flatMap {
            $0.1.split(whereSeparator: { !$0.isLetter })
        }
        #expect(Set(lists).subtracting(sums.map(String.init)) == ["cases"])
    }

    /// What was handed on after the commits is what the log has, unless it was swept or a user was erased since.
    private static func compare(_ committed: CommittedEvents, _ store: SQLiteStore) async throws {
        guard case .events(_, _) = try await store.events(after: .beginning, limit: 1) else { return }
        try await store.drained()
        let log = try await EventLogTests.log(store)
        let handedOn = committed.asLogged
        #expect(log.count == handedOn.count)
        for (logged, event) in zip(log, handedOn) {
            #expect(logged.kind == event.kind && logged.app == event.app && logged.subject == event.subject)
            #expect(logged.user == event.user || logged.user == nil)
        }
    }
}
