public import PealCore
public import PealStore

extension MemoryStore: TrafficStore {
    /// Triggers accepted within a stretch of time that came due and were not cancelled, in the order of their acceptance.
    public func recordedTriggers(
        app: AppID,
        within window: Range<Timestamp>,
        after: TriggerID?,
        limit: Int
    ) async throws -> [PendingTrigger] {
        read(app) { rows in
            rows.triggers.keys.after(after).lazy.compactMap { rows.triggers[$0] }.filter { row in
                row.trigger.acceptedAt >= window.lowerBound && row.trigger.dueAt < window.upperBound
                    && row.cancel == nil
            }.prefix(limit).map { row in
                var pending = rows.pending(row)
                pending.cursor = nil
                pending.isPlaced = false
                return pending
            }
        }
    }
}
