import PealSQLite
import Testing

@testable import PealTesting

@Suite("Triggers that get another time keep what they promise")
struct ReschedulePromiseTests {
    @Test("A promise holds", arguments: StoreConformance<SQLiteStore>.rescheduling)
    func promise(_ promise: StoreConformance<SQLiteStore>.Case) async throws {
        try await SQLiteStore.withTemporary { try await promise.run(on: $0) }
    }
}
