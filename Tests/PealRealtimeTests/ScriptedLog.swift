import PealCore
import PealStore
import Synchronization

/// An event log that a test writes: a row for each commit.
final class ScriptedLog: EventStore {
    private struct State {
        var rows: [[Event]] = []
        var first: Int64 = 1
        var failures = 0
    }

    private let state = Mutex(State())

    /// Commits a transaction.
    func commit(_ events: Event...) { state.withLock { $0.rows.append(events) } }

    /// Deletes the oldest rows.
    func sweep(_ count: Int) {
        state.withLock { state in
            state.rows.removeFirst(count)
            state.first += Int64(count)
        }
    }

    /// Another log: a restored backup.
    func replace() { state.withLock { $0 = State() } }

    func log(of kinds: Set<EventKind>, after cursor: EventCursor, limit: Int) async throws -> LogPage {
        state.withLock { state in
            let end = state.first + Int64(state.rows.count)
            guard cursor.row >= state.first, cursor.row <= end else { return .resync(EventCursor(row: end)) }
            var (events, next) = ([LoggedEvent](), cursor)
            while next.row < end, events.count < limit {
                let row = state.rows[Int(next.row - state.first)]
                let number = next.row
                next = EventCursor(row: number + 1)
                for (index, event) in row.enumerated().dropFirst(number == cursor.row ? cursor.index : 0) {
                    next = EventCursor(row: number, after: index, of: row.count)
                    if kinds.contains(event.kind) { events.append(LoggedEvent(event, next: next)) }
                    if events.count == limit { break }
                }
            }
            return .events(events, next: next)
        }
    }

    func endOfEvents() async throws -> EventCursor {
        state.withLock { EventCursor(row: $0.first + Int64($0.rows.count)) }
    }

    func cursor(of _: EventReader) async throws -> EventCursor? { nil }

    func sweepEvents(now _: Timestamp, limit _: Int) async throws -> Int { 0 }
}
