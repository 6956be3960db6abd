import PealSQLite
import PealTesting
import Testing

@Suite("The SQLite store keeps what the ports promise")
struct ConformanceTests {
    @Test("A promise holds", arguments: StoreConformance<SQLiteStore>.cases)
    func promise(_ promise: StoreConformance<SQLiteStore>.Case) async throws {
        try await withStore { try await promise.run(on: $0) }
    }
}
