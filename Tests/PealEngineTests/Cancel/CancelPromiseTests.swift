import PealSQLite
import Testing

@testable import PealTesting

@Suite("Cancels, withdrawals and retractions keep what they promise")
struct CancelPromiseTests {
    @Test("A promise holds", arguments: StoreConformance<SQLiteStore>.cancels)
    func promise(_ promise: StoreConformance<SQLiteStore>.Case) async throws {
        try await SQLiteStore.withTemporary { try await promise.run(on: $0) }
    }
}

extension StoreConformance {
    /// Every promise of the use cases, for any store.
    static var cancels: [Case] { cancelling + cancelRaces + digestCancels + withdrawing + deleting }
}
