public import PealCore
public import PealStore

extension MemoryStore: EventStore {
    /// The events of some kinds after a cursor, in their order, at most `limit`.
    public func log(of kinds: Set<EventKind>, after cursor: EventCursor, limit: Int) async throws -> LogPage {
        read { $0.log.page(of: kinds, after: cursor, limit: limit) }
    }

    /// The end of the log.
    public func endOfEvents() async throws -> EventCursor { read { $0.log.end } }

    /// How far a reader has come; `nil` when it has kept no cursor yet.
    public func cursor(of reader: EventReader) async throws -> EventCursor? { read { $0.log.readers[reader] } }

    /// Deletes events that are past their time.
    public func sweepEvents(now: Timestamp, limit: Int) async throws -> Int {
        try await write { $0.log.sweep(now: now, limit: limit) }
    }
}
