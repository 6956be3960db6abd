package import PealCore

extension SQLStore {
    /// Triggers accepted within a stretch of time that came due and were not cancelled, in the order of their acceptance.
    package func recordedTriggers(
        app: AppID,
        within window: Range<Timestamp>,
        after: TriggerID?,
        limit: Int
    ) async throws -> [PendingTrigger] {
        // Identifiers begin with the time they were made at, so that the key finds the first of the window.
        let start = UUIDv7(high: UInt64(max(window.lowerBound.milliseconds, 0)) << 16, low: 0)
        let first = after ?? TriggerID(start)
        let found = try await read { db in
            try db.all(
                """
                SELECT \(PendingTrigger.columns) FROM trigger t \(PendingTrigger.entityJoin)
                WHERE t.app = ? AND t.id > ? AND t.accepted_at >= ? AND t.due_at < ? AND t.cancelled_at IS NULL
                ORDER BY t.id LIMIT ?
                """,
                [
                    app.bound, first.blob, window.lowerBound.milliseconds, window.upperBound.milliseconds, limit,
                ]
            ) { try PendingTrigger(row: $0) }
        }
        return found.map { pending in
            var pending = pending
            pending.cursor = nil
            pending.isPlaced = false
            return pending
        }
    }
}
