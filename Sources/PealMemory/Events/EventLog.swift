import PealCore
import PealStore

/// The event log: one row for each app and kind of a transaction, in the order of commits.
struct EventLog: Sendable, Equatable {
    private var rows: [Row] = []
    /// The number of the first row that is kept.
    private var first: Int64 = 1
    var readers: [EventReader: EventCursor] = [:]
    /// Where the log ended at an instant, in order: it says how old a row is.
    private var marks: [Mark] = []

    private struct Row: Equatable {
        var events: [Event]

        func isOf(_ kinds: Set<EventKind>) -> Bool {
            kinds.isEmpty || events.first.map { kinds.contains($0.kind) } ?? false
        }
    }

    private struct Mark: Equatable {
        var row: Int64
        var at: Timestamp
    }

    /// The end: what is committed next is read from here.
    var end: EventCursor { EventCursor(row: first + Int64(rows.count)) }

    /// Adds the events of a transaction, each kind of an app in a row.
    mutating func append(_ events: [Event]) {
        let start = rows.count
        for event in events {
            let row = rows[start...].lastIndex {
                $0.events.first?.kind == event.kind && $0.events.first?.app == event.app
            }
            if let row { rows[row].events.append(event) } else { rows.append(Row(events: [event])) }
        }
    }

    func page(of kinds: Set<EventKind>, after cursor: EventCursor, limit: Int) -> LogPage {
        guard cursor.row >= first, cursor <= end || cursor.row <= end.row else {
            return .resync(cursor.row < first ? EventCursor(row: first) : end)
        }
        var (events, next) = ([LoggedEvent](), cursor)
        while events.count < limit, next.row < end.row {
            let stored = rows[Int(next.row - first)].events
            guard rows[Int(next.row - first)].isOf(kinds) else {
                next = EventCursor(row: next.row + 1)
                continue
            }
            let row = next.row
            for (index, event) in stored.enumerated().dropFirst(next.index).prefix(limit - events.count) {
                next = EventCursor(row: row, after: index, of: stored.count)
                events.append(LoggedEvent(event, next: next))
            }
        }
        return .events(events, next: next)
    }

    /// Whether a reader has events of some kinds left to read.
    func isUnread(by reader: EventReader, _ kinds: Set<EventKind>) -> Bool {
        let start = max(0, (readers[reader] ?? .beginning).row - first)
        return rows.dropFirst(Int(start)).contains { $0.isOf(kinds) }
    }

    /// Takes the name of a user out of every event.
    mutating func erase(_ user: UserID, app: AppID) {
        for row in rows.indices {
            for index in rows[row].events.indices
            where rows[row].events[index].user == user && rows[row].events[index].app == app {
                rows[row].events[index].user = nil
            }
        }
    }

    /// Deletes rows that are past their time; how many.
    mutating func sweep(now: Timestamp, limit: Int) -> Int {
        mark(now)
        let outlived = ended(before: now - EventRetention.longest)
        let slowest = readers.values.map(\.row).min() ?? .max
        let cut = max(outlived, min(ended(before: now - EventRetention.shortest), slowest))
        let count = min(max(0, Int(cut - first)), rows.count, limit)
        rows.removeFirst(count)
        first += Int64(count)
        marks.removeAll { $0.row < outlived }
        return count
    }

    private mutating func mark(_ now: Timestamp) {
        if let last = marks.last, last.row == end.row { return }
        guard end.row > 1 else { return }
        marks.append(Mark(row: end.row, at: now))
    }

    /// Where the log ended at an instant or before; 0 when that is not known.
    private func ended(before instant: Timestamp) -> Int64 { marks.last { $0.at <= instant }?.row ?? 0 }
}
