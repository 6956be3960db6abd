import GRDB
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
        try await withStore { store in
            try await promise.run(on: store)
            let mismatches = try await store.pool.read { db in try KeptCounts.mismatches(db) }
            #expect(mismatches == [])
        }
    }
}
