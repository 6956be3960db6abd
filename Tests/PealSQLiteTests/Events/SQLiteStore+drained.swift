import GRDB

@testable import PealSQLite

extension SQLiteStore {
    /// Returns when the writer has done all that was asked of it: the same queue runs one thing after the other.
    func drained() async throws { try await pool.writeWithoutTransaction { _ in } }
}
