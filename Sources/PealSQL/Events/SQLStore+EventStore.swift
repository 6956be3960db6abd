package import PealCore
package import PealStore

extension SQLStore {
    /// The events of some kinds after a cursor, in their order, at most `limit`.
    package func log(of kinds: Set<EventKind>, after cursor: EventCursor, limit: Int) async throws -> LogPage {
        try await read { db in try EventLogRows.page(of: kinds, after: cursor, limit: limit, db) }
    }

    /// The end of the log.
    package func endOfEvents() async throws -> EventCursor {
        try await read { db in try EventLogRows.end(db) }
    }

    /// How far a reader has come; `nil` when it has kept no cursor yet.
    package func cursor(of reader: EventReader) async throws -> EventCursor? {
        try await read { db in try EventLogRows.cursor(of: reader, db) }
    }

    /// Deletes events that are past their time; costs no write when nothing happened since it was called last.
    package func sweepEvents(now: Timestamp, limit: Int) async throws -> Int {
        let sweep = EventSweep(now: now)
        let plan = try await read { db in try sweep.plan(db) }
        guard !plan.isEmpty else { return 0 }
        return try await writer.perform(.progress, weight: limit) { db in try sweep.run(plan, limit: limit, db) }
    }
}
