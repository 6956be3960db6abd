import PealCore

/// The latest events that a client may ask for, in the order of the log, bounded in number.
///
/// A reader is a cursor: what it has not read yet is found by its topic. Nothing is stored for it, however slow it is.
struct EventRing: Sendable {
    private struct Entry {
        var topic: StreamTopic
        var event: LoggedEvent
    }

    private let capacity: Int
    /// The entry with number `n` is at `n % capacity`.
    private var entries: [Entry] = []
    /// The number of the next entry.
    private var count = 0
    private var byTopic: [StreamTopic: ArraySlice<Int>] = [:]
    /// From here on nothing has been forgotten.
    private(set) var floor: EventCursor
    /// How far the log was read.
    private(set) var head: EventCursor

    init(capacity: Int, from start: EventCursor) {
        self.capacity = max(1, capacity)
        floor = start
        head = start
    }

    /// Whether everything after a cursor is here, or is still to come.
    func reaches(back cursor: EventCursor) -> Bool { floor <= cursor && cursor <= head }

    /// Adds the next event of the log.
    mutating func append(_ event: LoggedEvent, to topic: StreamTopic) {
        let entry = Entry(topic: topic, event: event)
        let index = count % capacity
        if index < entries.count {
            forget(entries[index])
            entries[index] = entry
        } else {
            entries.append(entry)
        }
        byTopic[topic, default: []].append(count)
        count += 1
        head = max(head, event.next)
    }

    /// The log was read up to here.
    mutating func advance(to cursor: EventCursor) { head = max(head, cursor) }

    /// The events of a topic after a cursor, at most so many.
    func events(of topic: StreamTopic, after cursor: EventCursor, limit: Int) -> [LoggedEvent] {
        guard let numbers = byTopic[topic] else { return [] }
        var (low, high) = (numbers.startIndex, numbers.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if entries[numbers[middle] % capacity].event.next <= cursor { low = middle + 1 } else { high = middle }
        }
        return numbers[low...].prefix(limit).map { entries[$0 % capacity].event }
    }

    private mutating func forget(_ entry: Entry) {
        floor = max(floor, entry.event.next)
        byTopic[entry.topic]?.removeFirst()
        if byTopic[entry.topic]?.isEmpty ?? false { byTopic[entry.topic] = nil }
    }
}
