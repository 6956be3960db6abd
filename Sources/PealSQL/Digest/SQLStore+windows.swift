package import PealCore
package import PealStore

extension SQLStore {
    /// Digest windows whose time has come: apps take turns, each with its earliest first.
    package func dueWindows(now: Timestamp, limit: Int) async throws -> [DueWindow] {
        try await read { db in try DigestWindowRows.due(now: now, limit: limit, db) }
    }

    /// What waits in each of several windows and is worth pushing, in their order: the newest first.
    package func items(of windows: [DueWindow], now: Timestamp, limit: Int) async throws -> [[HeldNotification]] {
        try await read { db in try HeldPushes.items(of: windows, now: now, limit: limit, db) }
    }
}
