public import PealCore

/// The log of what committed changes did, for readers that must miss nothing.
///
/// Events are written in the transaction of their change: a change that is undone leaves none. Of one app and kind they are
/// in the order of the changes; within one transaction the kinds follow one another by their first event.
public protocol EventStore: Sendable {
    /// The events of some kinds after a cursor, in their order, at most `limit`; no kinds are all kinds.
    ///
    /// The next cursor is after what was looked at, also where that was of other kinds.
    func log(of kinds: Set<EventKind>, after cursor: EventCursor, limit: Int) async throws -> LogPage

    /// The end of the log: a reader that begins here receives what is committed from now on.
    func endOfEvents() async throws -> EventCursor

    /// How far a reader has come; `nil` when it has kept no cursor yet.
    func cursor(of reader: EventReader) async throws -> EventCursor?

    /// Deletes events that are past ``EventRetention``, the oldest first, at most `limit` rows; returns how many rows.
    ///
    /// Costs no write when nothing happened since it was called last.
    func sweepEvents(now: Timestamp, limit: Int) async throws -> Int
}

extension EventStore {
    /// The same without the cursor of each event.
    public func events(of kinds: Set<EventKind>, after cursor: EventCursor, limit: Int) async throws -> EventPage {
        switch try await log(of: kinds, after: cursor, limit: limit) {
        case .events(let events, let next): .events(events.map(\.event), next: next)
        case .resync(let end): .resync(end)
        }
    }

    /// The events of all kinds after a cursor, in their order, at most `limit`.
    public func events(after cursor: EventCursor, limit: Int) async throws -> EventPage {
        try await events(of: [], after: cursor, limit: limit)
    }
}
